import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { classes } from './classes';

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** A label with its control, a hint and an error, which screen readers read with the control. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** The control: spread the argument onto it. */
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {optional && <span className="ml-1.5 font-normal text-muted">optional</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error !== undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-critical">
          {error}
        </p>
      )}
    </div>
  );
}

/** 16 px on phones: below, iOS zooms into the page. */
const CONTROL =
  'w-full rounded-lg border border-field bg-surface px-3 text-base text-ink md:text-sm disabled:opacity-60 aria-invalid:border-critical';

export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input autoComplete="off" className={classes(CONTROL, 'h-9', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea rows={3} className={classes(CONTROL, 'py-2', className)} {...rest} />;
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select className={classes(CONTROL, 'h-9 pr-8', className)} {...rest} />;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

/** A control of a field: it has a value, and says each new one. */
type Valued<Attributes> = Omit<Attributes, 'value' | 'onChange'> &
  FieldProps & { readonly value: string; readonly onChange: (value: string) => void };

/** A field of one line. */
export function TextField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Valued<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...control} {...rest} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

/** A field for an amount of money, or empty where that is allowed. */
export function AmountField({ className, ...rest }: Valued<InputHTMLAttributes<HTMLInputElement>>) {
  return <TextField inputMode="decimal" className={classes('text-right tabular-nums', className)} {...rest} />;
}

/** A field of several lines. */
export function TextareaField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Valued<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Textarea {...control} {...rest} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

/** A choice of one. Its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Valued<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Select {...control} {...rest} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

/** A box to tick, with its label beside it. */
export function Checkbox({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; hint?: string | undefined }) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...rest} />
      <span>
        {label}
        {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}

/** A choice of any number. The chosen ones stay in the order of the options. */
export function CheckboxList<Option extends string>({
  legend,
  options,
  chosen,
  error,
  wide = false,
  labelOf,
  hintOf,
  onChange,
}: {
  legend: string;
  options: readonly Option[];
  chosen: readonly Option[];
  error?: string | undefined;
  /** One column on a phone. */
  wide?: boolean;
  labelOf: (option: Option) => ReactNode;
  hintOf?: (option: Option) => string;
  onChange: (chosen: readonly Option[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className={wide ? 'grid gap-x-4 gap-y-3 md:grid-cols-2' : 'grid grid-cols-2 gap-2'}>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={labelOf(option)}
            hint={hintOf?.(option)}
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(options.filter((each) => (each === option ? target.checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
      {error !== undefined && <p className="mt-1.5 text-xs text-critical">{error}</p>}
    </fieldset>
  );
}
