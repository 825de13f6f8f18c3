import { describeBox, nameById } from '../../../declare/describe/describe.ts';
import type { Box, RelatedBox } from '../../../domain/box.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../store/store.ts';
import { checkExcludedFields } from '../../../declare/check/excluded-fields.ts';
import { requireFound, refuseRename, refuseDuplicate } from '../core/item-checks.ts';
import { createPreview, type PreviewNeeds } from './preview.ts';
import type { boxRoutes } from './routes.ts';

export type BoxNeeds = PreviewNeeds & {
  readonly engine: Pick<Engine, 'products'>;
  /** Calls of the last 24 hours, by hour; null when nothing was counted. */
  readonly traffic: (websiteId: number, boxId: number) => readonly number[] | null;
};

export const boxHandlers = (needs: BoxNeeds): HandlersOf<typeof boxRoutes> => {
  const { store, declarations, engine, traffic } = needs;
  const preview = createPreview(needs);

  const findBox = ({ id }: Website, name: string): Box => requireFound('box', store.boxes.byName(id, name));
  const datasetName = ({ websiteId, datasetId }: Box) => nameById(store.datasets.list(websiteId))(datasetId);
  const present = (box: Box, dataset = datasetName(box)) => ({
    declaration: describeBox(box, dataset),
    tracker: box.tracker,
    kind: box.kind,
    dataset,
    traffic: traffic(box.websiteId, box.id),
  });

  const applyBox = async (website: Website, actor: Actor, body: { readonly name: string }): Promise<void> =>
    isSearchBox(body)
      ? applySearchBox(website, actor, body)
      : declarations.applyOneOfAnySize(actor, website, 'boxes', body);

  const applySearchBox = (website: Website, actor: Actor, body: { readonly name: string }): Promise<void> =>
    store.transaction((settings) => {
      declarations.applyOne(settings, actor, website, 'boxes', body);
      const box = findBox(website, body.name);
      if (box.kind !== 'search') return;
      const dataset = store.datasets.list(website.id).find(({ id }) => id === box.datasetId);
      checkExcludedFields(box.exclude, engine.products(dataset?.tracker ?? '')?.fields ?? null);
    });

  return {
    listBoxes: ({ website }) => {
      const name = nameById(store.datasets.list(website.id));
      return store.boxes.list(website.id).map((box) => present(box, name(box.datasetId)));
    },
    createBox: async ({ website, actor, body }) => {
      refuseDuplicate('box', body, (name) => store.boxes.byName(website.id, name));
      await applyBox(website, actor, body);
      return present(findBox(website, body.name));
    },
    getBox: ({ website, params }) => present(findBox(website, params.box)),
    updateBox: async ({ website, actor, params, body }) => {
      const { name } = findBox(website, params.box);
      refuseRename('box', name, body);
      await applyBox(website, actor, body);
      return present(findBox(website, name));
    },
    removeBox: ({ website, actor, params }) =>
      store.boxes.remove(website.id, actor, findBox(website, params.box).name),
    previewBox: async ({ website, params, body: request, requestId, actor }) => {
      const box = findBox(website, params.box);
      return { json: await preview({ website, box, request, requestId, actor }) };
    },
    getCuration: ({ website, params }) => requireRelated(findBox(website, params.box)).curation ?? [],
    putCuration: async ({ website, actor, params, body }) => {
      const box = requireRelated(findBox(website, params.box));
      const declared = { ...describeBox(box, datasetName(box)), curation: body };
      await declarations.applyOneOfAnySize(actor, website, 'boxes', declared);
      return requireRelated(findBox(website, box.name)).curation ?? [];
    },
  };
};

/** The body is not validated yet, so it may be anything. */
const isSearchBox = (body: unknown): boolean =>
  (body as { readonly kind?: unknown } | null | undefined)?.kind === 'search';

const requireRelated = (box: Box): RelatedBox => {
  if (box.kind !== 'search') return box;
  throw new Fault('bad-input', 'A search box has campaigns, and no curation.');
};
