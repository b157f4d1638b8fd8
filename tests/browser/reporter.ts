// At the end, where the last lines of a long log show it: why tests failed, and one plain line, as the other runners write it.
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** Lines of an error that are printed again. */
const LINES = 12;

/** The first errors of a test, in few lines. */
function print(head: string, test: TestCase) {
  console.log(`\n${head}: ${test.titlePath().slice(2).join(" › ")}`);
  const errors = test.results.flatMap((result) => result.errors);
  for (const { message = "" } of errors.slice(0, 3)) {
    const lines = stripVTControlCharacters(message).split("\n").filter((line) => line.trim() !== "");
    console.log(lines.slice(0, LINES).map((line) => `  ${line.slice(0, 300)}`).join("\n"));
  }
}

/** Annotation of a picture that is not compared (look.ts). */
export const NOT_COMPARED = "picture not compared";

export default class Count implements Reporter {
  private suite?: Suite;

  onBegin(_: unknown, suite: Suite) {
    this.suite = suite;
  }

  onEnd(result: FullResult) {
    const tests = this.suite?.allTests() ?? [];
    const outcomes = tests.map((test) => test.outcome());
    const count = (...kinds: string[]) => outcomes.filter((outcome) => kinds.includes(outcome)).length;
    const [passed, failed, skipped] = [count("expected", "flaky"), count("unexpected"), count("skipped")];
    const verdict = result.status === "passed" ? "ok" : "FAILED";
    // Passed at the second try only: a race, in the page or in the test, to be found with --repeat-each and LIMN_SLOW.
    for (const test of tests.filter((test) => test.outcome() === "flaky")) print("stumbled once", test);
    for (const test of tests.filter((test) => test.outcome() === "unexpected")) print("failed", test);
    const notCompared = tests.flatMap((test) => test.results.at(-1)?.annotations ?? []).filter(({ type }) => type === NOT_COMPARED);
    if (notCompared.length > 0) console.log(`\n${notCompared.length} pictures of looks were not compared: this browser sets the fonts of the tests in another way`);
    console.log(`\nbrowser test result: ${verdict}. ${passed} passed; ${failed} failed; ${skipped} skipped`);
  }

  printsToStdio() {
    return false;
  }
}
