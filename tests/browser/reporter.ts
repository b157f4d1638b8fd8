// One last plain line, as the other runners write it.
import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

export default class Count implements Reporter {
  private suite?: Suite;

  onBegin(_: unknown, suite: Suite) {
    this.suite = suite;
  }

  onEnd(result: FullResult) {
    const outcomes = this.suite?.allTests().map((test) => test.outcome()) ?? [];
    const count = (...kinds: string[]) => outcomes.filter((outcome) => kinds.includes(outcome)).length;
    const [passed, failed, skipped] = [count("expected", "flaky"), count("unexpected"), count("skipped")];
    const verdict = result.status === "passed" ? "ok" : "FAILED";
    console.log(`\nbrowser test result: ${verdict}. ${passed} passed; ${failed} failed; ${skipped} skipped`);
  }

  printsToStdio() {
    return false;
  }
}
