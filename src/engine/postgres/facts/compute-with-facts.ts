/** Answers what is known already. For the rest it notes the question, and answers with `unknown`. */
export type LookUp<Q extends object, A> = (question: Q, unknown: A) => A;

const maximumRounds = 100;

/**
 * Runs a synchronous computation whose facts are in the database: it runs with what is known, the questions that came
 * up are asked together, and it runs again, until there is no new question. The shared semantics stay synchronous so,
 * and one word or a hundred cost the same few round trips.
 *
 *   round 1: is `runnig` a term?                      → no
 *   round 2: which terms are near `runnig`?           → running
 *   round 3: in how many rows is `running`?           → 2
 */
export const computeWithFacts = async <Q extends object, A, R>(
  compute: (lookUp: LookUp<Q, A>) => R,
  fetchFacts: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<R> => {
  const facts = new Map<string, A>();
  for (let round = 0; round < maximumRounds; round += 1) {
    const open = new Map<string, Q>();
    const result = compute((question, unknown) => {
      const key = JSON.stringify(question);
      const fact = facts.get(key);
      if (fact === undefined) open.set(key, question);
      return fact ?? unknown;
    });
    if (open.size === 0) return result;
    const answers = await fetchFacts([...open.values()]);
    [...open.keys()].forEach((key, index) => {
      const answer = answers[index];
      if (answer === undefined) throw new Error(`There is no answer to ${key}.`);
      facts.set(key, answer);
    });
  }
  throw new Error('A computation asks for ever more facts.');
};
