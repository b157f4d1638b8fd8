// Faults that are known and being worked on: a run that meets one ends its episode there and goes on with the next. Each entry says what it is
// and goes when its fault does.

export const KNOWN: { what: string; pattern: RegExp }[] = [
  { what: "the policy refuses an inline style; where it comes from is not found yet (homing, seed 1, episode 6 after the others)", pattern: /Applying inline style violates/ },
];

export const known = (message: string) => KNOWN.find(({ pattern }) => pattern.test(message))?.what;
