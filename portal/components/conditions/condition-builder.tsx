import { Plus, X } from 'lucide-react';
import type { Condition } from '../../../src/domain/campaign.ts';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import type { CatalogueField } from '../products/catalogue-values.ts';
import { FieldFault } from '../feedback/field-faults.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { clauseKinds, splitCondition, type Clause, joinClauses, newClause } from './clauses.ts';
import { ClauseControls, clauseTexts } from './clause-controls.tsx';

type ConditionBuilderProps = {
  value: Condition;
  /** Fields of the catalogue that a clause can use. */
  fields: readonly CatalogueField[];
  disabled?: boolean;
  onChange: (condition: Condition) => void;
};

/** Where the API keeps a clause. */
const clausePath = (clauses: readonly Clause[], index: number): string => {
  const kind = clauses[index]?.kind;
  if (kind !== 'attribute') return `when.${kind}`;
  const place = clauses.slice(0, index).filter((clause) => clause.kind === 'attribute').length;
  return `when.attributes[${place}]`;
};

/** "When the product is in Women/Tops and costs between 20 and 50": the clauses read as one sentence. */
export const ConditionBuilder = ({ value, fields, disabled, onChange }: ConditionBuilderProps) => {
  const { t } = useText();
  const clauses = splitCondition(value);
  const change = (next: readonly Clause[]): void => onChange(joinClauses(next));
  const free = clauseKinds.filter(
    (kind) => kind === 'attribute' || !clauses.some((clause) => clause.kind === kind),
  );
  return (
    <div className="flex flex-col gap-2">
      {clauses.length === 0 && <p className="text-muted">{t('condition.always')}</p>}
      <ol className="flex flex-col gap-2">
        {clauses.map((clause, index) => (
          <li
            key={`${clause.kind}-${index}`}
            className="flex flex-wrap items-center gap-2 rounded-xl bg-sunken py-2 pr-2 pl-4"
          >
            <span className="text-muted">{index === 0 ? t('condition.when') : t('condition.and')}</span>
            <ClauseControls
              clause={clause}
              fields={fields}
              disabled={disabled ?? false}
              onChange={(next) => change(clauses.with(index, next))}
            />
            <FieldFault path={clausePath(clauses, index)} />
            {!disabled && (
              <span className="ml-auto">
                <IconButton
                  size="small"
                  icon={X}
                  label={t('common.removeOf', { name: t(clauseTexts[clause.kind]) })}
                  onClick={() => change(clauses.toSpliced(index, 1))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!disabled && free.length > 0 && (
        <div role="group" aria-label={t('condition.add')} className="flex flex-wrap gap-2">
          {free.map((kind) => (
            <Button key={kind} size="small" icon={Plus} onClick={() => change([...clauses, newClause(kind)])}>
              {t(clauseTexts[kind])}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};
