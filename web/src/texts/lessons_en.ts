// The lessons in English. A step has a title, what to do, and what is said when it is done.
import type { StepName } from "../lessons.gen";

export interface LessonTexts {
  title: string;
  lead: string;
  steps: Record<StepName, { title: string; task: string; done: string }>;
  count: (done: number, all: number) => string;
  stepOf: (step: number, all: number) => string;
  list: string;
  doneMark: string;
  courses: string;
  again: string;
  next: string;
  wrong: string;
  replied: (move: string) => string;
  finished: (title: string) => string;
  finishedLead: string;
  play: string;
  allRules: string;
  unknown: string;
  forget: string;
}

export const lessons: LessonTexts = {
  title: "Learn",
  lead: "Short lessons on a real board. Make the move; the program knows the rules.",
  steps: {
    move: {
      title: "A move",
      task: "A man moves one square forwards, along a diagonal. Move your man.",
      done: "Men only move forwards, and only on the dark squares.",
    },
    capture: {
      title: "A capture",
      task: "Jump over the man in front of you to the empty square behind it.",
      done: "The man you jump over is gone. When you can capture, you must: your other man could not move.",
    },
    several: {
      title: "Several at once",
      task: "After a jump, go on from where you land. Take both men in one move.",
      done: "A capture goes on as long as there is something to jump over.",
    },
    forward: {
      title: "Not backwards",
      task: "There is a man behind yours. Men capture forwards only, so just move on.",
      done: "Your man had to leave it. Only kings go backwards.",
    },
    backward: {
      title: "Backwards, too",
      task: "In this game men capture backwards as well. Take the man behind yours.",
      done: "Men move forwards, but they capture in every direction.",
    },
    straight: {
      title: "Straight ahead",
      task: "In this game pieces also capture along rows and columns. Jump straight ahead over the man two rows on.",
      done: "You cross the light squares and land four rows further.",
    },
    sideways: {
      title: "Sideways",
      task: "Sideways works in the same way. Take the man to your right.",
      done: "Captures go in eight directions, moves without a capture only diagonally forwards.",
    },
    majority: {
      title: "The most",
      task: "One of your men could take one piece, the other two. You must take the most.",
      done: "When captures compete, the one that takes the most pieces is compulsory.",
    },
    free: {
      title: "Your choice",
      task: "Two men can capture, and one of them takes more. Choose either.",
      done: "You must capture, but which capture is up to you.",
    },
    immune: {
      title: "Kings are safe from men",
      task: "In this game a man cannot take a king. Make another move.",
      done: "Only a king can take a king.",
    },
    crown: {
      title: "A king",
      task: "Bring your man to the far row.",
      done: "It is crowned: a man on the far row becomes a king.",
    },
    king: {
      title: "How a king moves",
      task: "A king goes one square in any direction. Move it backwards.",
      done: "Kings also capture in every direction.",
    },
    flying: {
      title: "Kings fly",
      task: "A king goes as far as it likes along a diagonal. Take it from one edge to the other, along the long diagonal.",
      done: "Nothing stood in its way, so one move was enough.",
    },
    "flying-capture": {
      title: "From a distance",
      task: "A king captures from afar. Take the man, and land on any square behind it.",
      done: "Where it lands is your choice, as long as the way is free.",
    },
    "lands-behind": {
      title: "Directly behind",
      task: "A king captures from afar, but lands on the first square behind the man. Take it.",
      done: "Kings move far and land close.",
    },
    passing: {
      title: "Crowned in passing",
      task: "Reach the far row with a capture, and go on at once as a king.",
      done: "Your man was crowned in the middle of its move, and flew on.",
    },
    "king-first": {
      title: "The king first",
      task: "A man and a king can both capture. The king must do it.",
      done: "Where a king can capture, a man may not.",
    },
    end: {
      title: "The end",
      task: "Take the last man.",
      done: "The other side has nothing left: you win.",
    },
    blocked: {
      title: "No way out",
      task: "You also win when the other side cannot move. Shut its man in, so that it cannot capture either.",
      done: "Nothing can move: you win.",
    },
    "one-jump": {
      title: "One jump",
      task: "In this game a move is a single jump, even where there is more to take. Capture once.",
      done: "Your move is over; the other man stays.",
    },
    "no-kings": {
      title: "No kings",
      task: "There are no kings here. Bring your man to the far row.",
      done: "There it stays, and never moves again.",
    },
    count: {
      title: "The end",
      task: "When nobody can move, the side with more men wins. Make the last move.",
      done: "Two men against one: you win.",
    },
    optional: {
      title: "A capture",
      task: "Jump over the man in front of you to the empty square behind it. Here you may, but need not.",
      done: "The man you jump over is gone. Other moves were allowed, too.",
    },
    double: {
      title: "Two in a row",
      task: "A king may jump over two men that stand one behind the other. Take both.",
      done: "One jump, two men.",
    },
    "first-king": {
      title: "The first king",
      task: "Whoever gets a king first wins. Bring your man to the far row.",
      done: "You have the first king: you win.",
    },
    reversed: {
      title: "The reversed goal",
      task: "Here you win by losing everything. Offer your last man, so that it must be taken.",
      done: "It had to be captured. You have nothing left: you win.",
    },
  },
  count: (done, all) => (done === all ? `All ${all} steps done` : `${done} of ${all} steps done`),
  stepOf: (step, all) => `Step ${step} of ${all}`,
  list: "Steps",
  doneMark: "done",
  courses: "All lessons",
  again: "Again",
  next: "Next",
  wrong: "That is a legal move, but not the one asked for. Try again.",
  replied: (move) => `The answer: ${move}.`,
  finished: (title) => `You know how to play ${title}.`,
  finishedLead: "The rest comes with playing.",
  play: "Play a game",
  allRules: "All rules",
  unknown: "There is no such lesson.",
  forget: "Start over",
};
