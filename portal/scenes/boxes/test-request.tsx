import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { Box } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { callOperation } from '../../api/operations.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

type TestRequestProps = {
  website: string;
  box: Box;
  /** Default of the field until something is typed; it may load after the page. */
  example: string;
  ownKey: string;
};

/** The products of an answer; none for keywords and for what is no answer. */
const readProducts = (body: string): ProductSummary[] => {
  const answer = readAnswer(body);
  return (answer?.documents ?? []).slice(0, shown).map(({ document }) => readProductRecord(document));
};

const readAnswer = (body: string): Partial<WireImageSearchResult> | null => {
  try {
    return JSON.parse(body) as Partial<WireImageSearchResult> | null;
  } catch {
    return null;
  }
};

type AnsweredProductsProps = { website: string; dataset: string; body: string };

const AnsweredProducts = ({ website, dataset, body }: AnsweredProductsProps) => {
  const { t } = useText();
  const products = readProducts(body);
  if (products.length === 0) return null;
  return (
    <PictureProvider website={website} dataset={dataset}>
      <ResultStrip wraps="always" label={t('integration.answer')} products={products} />
    </PictureProvider>
  );
};

const shown = 8;

/** One real call of the public operation, from the browser, with the operator's own key. */
export const TestRequest = ({ website, box, example, ownKey }: TestRequestProps) => {
  const { t } = useText();
  const isSearch = box.kind === 'search';
  const [typedKey, setKey] = useState<string | null>(null);
  const [typedSubject, setSubject] = useState<string | null>(null);
  const [key, subject] = [typedKey ?? ownKey, typedSubject ?? example];
  const send = useMutation({ mutationFn: callOperation });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({
      path: isSearch ? '/search/imagesearch' : '/relatedsearches/keywords',
      parameters: { btr: box.tracker, [isSearch ? 'identifier' : 'pattern']: subject },
      key,
    });
  };
  return (
    <Card title={t('integration.test')} description={t('integration.testLead')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('integration.testKey')}
          type="password"
          autoComplete="off"
          required
          value={key}
          onChange={setKey}
        />
        <TextField
          label={isSearch ? t('integration.identifier') : t('integration.pattern')}
          required
          value={subject}
          onChange={setSubject}
        />
        <div>
          <Button type="submit" variant="primary" busy={send.isPending}>
            {t('integration.send')}
          </Button>
        </div>
      </form>
      <FormError error={send.error} />
      {send.data && (
        <div className="mt-5 flex flex-col gap-3">
          <p role="status">
            <Badge tone={send.data.status === 200 ? 'positive' : 'danger'}>
              {t('integration.status', { status: send.data.status, ms: send.data.ms })}
            </Badge>
          </p>
          <AnsweredProducts website={website} dataset={box.dataset} body={send.data.body} />
          <CodeBlock tall name={t('integration.answer')} language="json" code={send.data.body} />
        </div>
      )}
    </Card>
  );
};
