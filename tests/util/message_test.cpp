#include "util/message.hpp"

#include <gtest/gtest.h>

namespace crownhead {
namespace {

TEST(Message, HasACodeAndParametersByName) {
    const Message message{"remark.criterion", {{"criterion", "lanes"}, {"count", std::int64_t{2}}}};
    ASSERT_NE(message.find("count"), nullptr);
    EXPECT_EQ(std::get<std::int64_t>(*message.find("count")), 2);
    EXPECT_EQ(std::get<std::string>(*message.find("criterion")), "lanes");
    EXPECT_EQ(message.find("square"), nullptr);
    EXPECT_EQ(message, (Message{"remark.criterion", {{"criterion", "lanes"}, {"count", std::int64_t{2}}}}));
    EXPECT_NE(message, Message{"remark.criterion"});
}

}  // namespace
}  // namespace crownhead
