/** One instruction of a Containerfile, with continued lines joined. */
export type Instruction = { readonly name: string; readonly text: string };

export type Stage = { readonly name: string; readonly base: string; readonly steps: readonly Instruction[] };

export const parseInstructions = (text: string): Instruction[] =>
  text
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name: name.toUpperCase(), text: rest.join(' ') };
    });

/** The stages in order; one without a name has its number as name. */
export const parseStages = (text: string): Stage[] => {
  const stages: { name: string; base: string; steps: Instruction[] }[] = [];
  for (const step of parseInstructions(text)) {
    if (step.name === 'ARG' && stages.length === 0) continue;
    if (step.name === 'FROM') {
      const [base = '', , name = String(stages.length)] = step.text.split(' ');
      stages.push({ name, base, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${step.name} stands before the first FROM.`);
    stage.steps.push(step);
  }
  return stages;
};

export type Copy = { readonly from: string | null; readonly sources: readonly string[]; readonly to: string };

/** `COPY --from=build /app/dist dist` */
export const parseCopy = (text: string): Copy => {
  const words = text.split(' ');
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '.' };
};
