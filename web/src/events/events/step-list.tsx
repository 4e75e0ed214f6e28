import { Check, Circle, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface Step {
  label: string;
  /** The label of its button while it is the next step. */
  verb?: string;
  done: boolean;
  /** Marks a step that not every event needs. */
  optional?: boolean;
  /** The link or button that leads to the step. */
  control: (look: string, content: ReactNode) => ReactNode;
}

export const linkTo = (to: string) => (className: string, content: ReactNode) => (
  <Link to={to} className={className}>
    {content}
  </Link>
);

export const buttonTo = (onClick: () => void) => (className: string, content: ReactNode) => (
  <button type="button" onClick={onClick} className={className}>
    {content}
  </button>
);

export const newTabTo = (href: string) => (className: string, content: ReactNode) => (
  <a href={href} target="_blank" rel="noreferrer" className={className}>
    {content}
  </a>
);

interface StepListProps {
  title: string;
  steps: readonly Step[];
  /** Marks the next step with a primary button, where nothing on the page is more important. */
  loud?: boolean;
  onHide?: () => void;
}

/** Steps to take, of which the first open one has a button. It disappears when all but optional steps are done. */
export function StepList({ title, steps, loud = false, onHide }: StepListProps) {
  const id = useId();
  const next = steps.find(({ done, optional }) => !done && !optional);
  if (!next) return null;
  return (
    <Card aria-labelledby={id} className="py-2 pe-2 ps-5">
      <div className="flex min-h-10 items-center justify-between">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {onHide && <IconButton icon={X} label="Hide checklist" onClick={onHide} />}
      </div>
      <ul className="divide-y divide-dashed divide-line pe-3 pb-1.5">
        {steps.map((step) => {
          const look = classNames(
            'flex min-h-11 w-full items-center gap-2.5 text-start',
            step === next && 'font-semibold',
            !step.done && 'hover:underline',
          );
          const content = <StepContent step={step} isNext={step === next} loud={loud} />;
          return (
            <li key={step.label}>
              {step.done ? <p className={look}>{content}</p> : step.control(look, content)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function StepContent({ step, isNext, loud }: { step: Step; isNext: boolean; loud: boolean }) {
  const Icon = step.done ? Check : Circle;
  return (
    <>
      <Icon
        aria-hidden
        className={classNames('size-4 shrink-0', step.done ? 'text-ok' : 'text-ink-2')}
      />
      <span className={step.done ? 'text-ink-2 line-through' : undefined}>{step.label}</span>
      {step.done && <span className="sr-only">done</span>}
      {isNext && (
        <span
          aria-hidden
          className={classNames(
            'my-1.5 ms-auto',
            buttonClasses(loud ? 'primary' : 'soft', 'small'),
          )}
        >
          {step.verb}
        </span>
      )}
    </>
  );
}
