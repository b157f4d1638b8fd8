// Seeded random test: thousands of user actions, with invariants checked after each. A failure is printed with its seed and the last
// actions. Longer runs: `make monkey SECONDS=3600 LANGUAGE=tosca`. Settings:
//   LIMN_SEED      where the randomness starts
//   LIMN_LANGUAGE  tosca, amp, assembly or homing; without it all of them
//   LIMN_STEPS     actions in one episode, after which a fresh document is opened
//   LIMN_EPISODE   one episode only, as a report names it; LIMN_ONLY=1,5,20-40 takes only these steps of it
//   LIMN_SECONDS   as many episodes as fit into so many seconds, instead of a fixed number of them
//   LIMN_FOCUS     off: losing the keyboard focus is not a fault
//   LIMN_VERBOSE   prints every action
import { LANGUAGES, type Language, Library } from "./monkey/corpus";
import { type Checks, Episode } from "./monkey/run";
import { expect, test } from "./base";

const env = process.env;
const SEED = Number(env.LIMN_SEED ?? 1);
const STEPS = Number(env.LIMN_STEPS ?? 60);
/** Episodes of each language in `make test`: together two to five minutes. */
const EPISODES = 3;
const SECONDS = Number(env.LIMN_SECONDS ?? 0);
/** Enough to work on. */
const MOST_FAULTS = 8;

/** The numbers that "1,5,20-40" names. */
function numbers(list: string): Set<number> {
  const ranges = list.split(",").filter(Boolean).map((part) => part.split("-").map(Number));
  return new Set(ranges.flatMap(([from, to = from]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));
}

const languages = LANGUAGES.filter((language) => !env.LIMN_LANGUAGE || env.LIMN_LANGUAGE === language);

for (const language of languages)
  test(`random actions on ${language} files keep the page whole`, async ({ browser, baseURL }) => {
    test.setTimeout(0);
    if (!new Library(language as Language).hasCorpus) console.log(`    no corpus of ${language} files: samples only; set LIMN_CORPUS to where it is`);
    const share = (SECONDS * 1_000) / languages.length;
    const start = Date.now();
    const faults: string[] = [];
    const known = new Map<string, number>();
    const counts = new Map<string, number>();
    const checks = { gestures: 0, reloads: 0, downloads: 0, undone: 0 };
    const first = Number(env.LIMN_EPISODE ?? 1);
    const wanted = (episode: number) => (env.LIMN_EPISODE ? episode === first : SECONDS ? Date.now() - start < share : episode <= EPISODES);
    let steps = 0;
    for (let episode = first; wanted(episode) && faults.length < MOST_FAULTS; episode += 1) {
      const plan = { language, seed: SEED, episode, steps: STEPS, focus: env.LIMN_FOCUS !== "off", only: numbers(env.LIMN_ONLY ?? ""), verbose: !!env.LIMN_VERBOSE, baseURL: baseURL! };
      const outcome = await new Episode(browser, plan).run();
      steps += outcome.steps;
      for (const [name, count] of outcome.counts) counts.set(name, (counts.get(name) ?? 0) + count);
      for (const name of Object.keys(checks) as (keyof Checks)[]) checks[name] += outcome.checks[name];
      if (outcome.known) known.set(outcome.known, (known.get(outcome.known) ?? 0) + 1);
      if (outcome.fault) {
        faults.push(outcome.fault);
        console.log(`\n  ${language}, episode ${episode}: ${outcome.fault}\n`);
      }
    }
    const { gestures, reloads, downloads, undone } = checks;
    console.log(`    ${language}, seed ${SEED}: ${steps} actions, ${gestures} changes by gesture judged, ${reloads} reloads, ${downloads} downloads, ${undone} times all undone: ${faults.length} faults`);
    for (const [what, count] of known) console.log(`    met ${count} times, and known: ${what}`);
    if (env.LIMN_VERBOSE) console.log(`    ${JSON.stringify(Object.fromEntries(counts))}`);
    expect(faults, "faults that random actions found").toEqual([]);
  });
