// Time: plans stay within what is left, and the clock runs only when it should.
#include "search/control.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace crownhead {
namespace {

TimePlan on_clock(double seconds, double increment = 0, int moves = 0) {
    return plan_time({.clock = ClockTime{.seconds = seconds, .increment = increment, .moves = moves}});
}

TEST(PlanTime, WithoutLimitThereIsNone) {
    EXPECT_EQ(plan_time({}).most, 0);
    EXPECT_EQ(plan_time({.depth = 5, .nodes = 100}).most, 0);
}

TEST(PlanTime, TimeForOneMoveIsUsed) {
    const TimePlan plan = plan_time({.seconds = 2.5});
    EXPECT_EQ(plan.enough, 2.5);
    EXPECT_EQ(plan.most, 2.5);
}

// Zero would mean that there is no limit, so a clock that has run out is given a thousandth of a second.
TEST(PlanTime, NeverMoreThanIsLeft) {
    for (const double seconds : {-1.0, 0.0, 0.0005, 0.005, 0.02, 0.021, 0.1, 1.0, 60.0, 1e5})
        for (const double increment : {0.0, 0.01, 1.0, 1000.0})
            for (const int moves : {0, 1, 2, 40, 1000}) {
                const TimePlan plan = on_clock(seconds, increment, moves);
                SCOPED_TRACE(testing::Message() << seconds << " + " << increment << " for " << moves);
                EXPECT_GT(plan.most, 0);
                EXPECT_GT(plan.enough, 0);
                EXPECT_LE(plan.enough, plan.most);
                EXPECT_LE(plan.most, std::max(seconds, 0.001));
            }
}

TEST(PlanTime, AClockLastsForTheGame) {
    double left = 60;
    for (int move = 0; move < 60; ++move) {
        left -= on_clock(left).most;  // even if each move takes as long as it may
        ASSERT_GT(left, 0) << move;
    }
    left = 60;
    for (int move = 0; move < 60; ++move) left -= on_clock(left).enough;
    EXPECT_GT(left, 60 * 0.1);
}

TEST(PlanTime, MovesToGo) {
    double left = 60;
    for (int moves = 20; moves > 0; --moves) left -= on_clock(left, 0, moves).enough;
    EXPECT_GT(left, 0);
    EXPECT_LT(left, 60 * 0.5);  // the time is there to be used
    EXPECT_GT(on_clock(60, 0, 1).enough, 30);
    EXPECT_GT(on_clock(60, 0, 5).enough, on_clock(60, 0, 50).enough);
}

TEST(PlanTime, AnIncrementIsUsed) {
    EXPECT_GT(on_clock(60, 2).enough, on_clock(60).enough);
    EXPECT_GT(on_clock(60, 2).most, on_clock(60).most);
    EXPECT_LT(on_clock(60, 2).enough, 60.0 / 30 + 2);
}

TEST(PlanTime, OfTwoLimitsTheSmallerCounts) {
    const ClockTime clock{.seconds = 60};
    EXPECT_EQ(plan_time({.seconds = 0.5, .clock = clock}).most, 0.5);
    EXPECT_EQ(plan_time({.seconds = 50, .clock = clock}).most, on_clock(60).most);
}

constexpr TimePlan at_once{.enough = 1e-9, .most = 1e-9};
constexpr TimePlan much_later{.enough = 1000, .most = 2000};
constexpr TimePlan no_limit{};

// The steady clock may stand still for a moment.
void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

TEST(Control, TimeRunsOut) {
    Control control;
    control.prepare(at_once, true);
    wait();
    EXPECT_TRUE(control.timed());
    EXPECT_TRUE(control.enough());
    EXPECT_FALSE(control.stopped());  // nobody has looked yet
    EXPECT_TRUE(control.check_time());
    EXPECT_TRUE(control.stopped());
    EXPECT_GT(control.seconds(), 0);

    control.prepare(much_later, true);  // a new search begins anew
    EXPECT_TRUE(control.timed());
    EXPECT_FALSE(control.enough());
    EXPECT_FALSE(control.check_time());
    EXPECT_FALSE(control.stopped());

    control.prepare({.enough = 1e-9, .most = 1000}, true);
    wait();
    EXPECT_TRUE(control.enough());
    EXPECT_FALSE(control.check_time());
}

TEST(Control, StopNeedsNoClock) {
    Control control;
    for (const TimePlan& plan : {no_limit, much_later}) {
        control.prepare(plan, true);
        EXPECT_FALSE(control.check_time());
        control.stop();
        EXPECT_TRUE(control.stopped());
        EXPECT_TRUE(control.check_time());
    }
}

TEST(Control, WithoutLimitTimeDoesNotEnd) {
    Control control;
    control.prepare(no_limit, true);
    wait();
    EXPECT_FALSE(control.timed());
    EXPECT_FALSE(control.enough());
    EXPECT_FALSE(control.check_time());
    control.start_clock();  // a ponder hit without time limits
    EXPECT_FALSE(control.timed());
    EXPECT_FALSE(control.check_time());
}

TEST(Control, PonderingTakesNoTime) {
    Control control;
    control.prepare(at_once, false);
    wait();
    EXPECT_FALSE(control.timed());
    EXPECT_FALSE(control.enough());
    EXPECT_FALSE(control.check_time());
    control.start_clock();
    wait();
    EXPECT_TRUE(control.timed());
    EXPECT_TRUE(control.enough());
    EXPECT_TRUE(control.check_time());

    // The clock starts with the hit, not with the search.
    control.prepare({.enough = 0.5, .most = 100}, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    control.start_clock();
    EXPECT_FALSE(control.check_time());
}

TEST(ThreadsControl, StopsFromAnotherThread) {
    Control control;
    control.prepare(much_later, false);
    std::jthread other([&] {
        control.start_clock();
        control.stop();
    });
    while (!control.check_time()) std::this_thread::yield();
    other.join();
    EXPECT_TRUE(control.timed());
}

}  // namespace
}  // namespace crownhead
