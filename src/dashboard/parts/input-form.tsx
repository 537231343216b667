/** The form of an upstream that asks a person for input during a call. All texts of it are the upstream's. */
import { SECRET_ASKED } from "../../contract/secret-asked.ts";
import { YES_NO } from "../../contract/yes-no.ts";
import type { Approval } from "../rest.ts";

type Form = NonNullable<Approval["form"]>;
type Field = Form["fields"][number];
type InputValue = string | number | boolean | readonly string[];
export type InputValues = Readonly<Record<string, InputValue>>;

interface Props {
  readonly server: string;
  readonly form: Form;
  readonly values: InputValues;
  readonly onInput: (values: InputValues) => void;
}

export function InputForm({ server, form, values, onInput }: Props) {
  const put = (name: string, value: InputValue | undefined): void => {
    const { [name]: _before, ...others } = values;
    onInput(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <div class="stack">
      <p>
        The server <strong>{server}</strong> asks for your input. Its text:
      </p>
      <blockquote class="quoted">{form.message}</blockquote>
      {form.links.map(({ url, origin }) => (
        <p key={url}>
          It asks you to open a page of <strong>{origin}</strong>:{" "}
          <a href={url} rel="noopener noreferrer" target="_blank">
            {url}
          </a>
          . Approve when you have done what it asks for.
        </p>
      ))}
      {form.fields.some(({ secret }) => secret) && <p class="message">{SECRET_ASKED}</p>}
      {form.fields.map((field) => (
        <label key={field.name}>
          {field.title}
          {!field.required && " (optional)"} {field.description !== undefined && <small>{field.description}</small>}
          <FieldInput field={field} value={values[field.name]} onInput={(value) => put(field.name, value)} />
        </label>
      ))}
    </div>
  );
}

/** The values that a form begins with. */
export function presetsOf(form: Form | undefined): InputValues {
  const given = (form?.fields ?? []).flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default] as const],
  );
  return Object.fromEntries(given);
}

interface FieldProps {
  readonly field: Field;
  readonly value: InputValue | undefined;
  readonly onInput: (value: InputValue | undefined) => void;
}

function FieldInput({ field: { type, choices, secret }, value, onInput }: FieldProps) {
  if (type === "array") {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
    return (
      <select
        multiple
        onChange={({ currentTarget }) => onInput(Array.from(currentTarget.selectedOptions, (one) => one.value))}
      >
        {(choices ?? []).map((choice) => (
          <option key={choice.value} value={choice.value} selected={chosen.includes(choice.value)}>
            {choice.title}
          </option>
        ))}
      </select>
    );
  }
  const text = value === undefined ? "" : String(value);
  if (type === "boolean" || choices !== undefined) {
    const all = choices ?? YES_NO;
    const chosen = (given: string) => (type === "boolean" ? given === "true" : given);
    return (
      <select
        value={text}
        onChange={({ currentTarget }) => onInput(currentTarget.value === "" ? undefined : chosen(currentTarget.value))}
      >
        <option value="" />
        {all.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    );
  }
  const isNumber = type !== "string";
  const given = {
    autocomplete: "off",
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const entered = currentTarget.value;
      onInput(entered === "" ? undefined : isNumber ? Number(entered) : entered);
    },
  };
  if (secret) return <input type="password" {...given} />;
  return isNumber ? <input type="number" step="any" {...given} /> : <input type="text" {...given} />;
}
