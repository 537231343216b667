/** A select with its label. */
type Option = string | readonly [value: string, text: string];

interface Props {
  readonly label: string;
  /** True if only screen readers get the label. */
  readonly isLabelHidden?: boolean;
  readonly class?: string;
  readonly options: readonly Option[];
  /** The name of the field in its form. */
  readonly name?: string;
  /** The choice at the beginning, in a form. */
  readonly initial?: string | undefined;
  /** The present choice, outside of a form. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export function Choice({ label, isLabelHidden = false, options, name, initial, value, onChange, ...rest }: Props) {
  return (
    <label {...rest}>
      {isLabelHidden ? <span class="visually-hidden">{label}</span> : label}
      <select
        {...(name !== undefined && { name })}
        {...(value !== undefined && { value })}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map((option) => {
          const [given, text] = typeof option === "string" ? [option, option] : option;
          return (
            <option key={given} value={given} {...(initial !== undefined && { selected: given === initial })}>
              {text}
            </option>
          );
        })}
      </select>
    </label>
  );
}
