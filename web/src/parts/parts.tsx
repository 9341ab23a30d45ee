// Buttons, fields, dialogs: the small parts that every screen shares.
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon";

/** In place of a screen that is not here yet, or cannot be. */
export function Waiting({ failed = false, children }: { failed?: boolean; children: ComponentChildren }) {
  return (
    <p class="waiting" role={failed ? "alert" : "status"}>
      {children}
    </p>
  );
}

interface ButtonProps {
  children?: ComponentChildren;
  /** Its name where only the icon is shown. */
  label?: string;
  icon?: IconName;
  kind?: "plain" | "main" | "quiet" | "danger";
  pressed?: boolean;
  disabled?: boolean;
  small?: boolean;
  class?: string;
  title?: string;
  id?: string;
  onClick: () => void;
}

export function Button({
  children,
  label,
  icon,
  kind = "plain",
  pressed,
  small,
  class: more,
  title,
  ...rest
}: ButtonProps) {
  const classes = ["button", kind];
  if (small) classes.push("small");
  if (icon && !children) classes.push("only-icon");
  if (more) classes.push(more);
  return (
    <button
      type="button"
      class={classes.join(" ")}
      aria-label={label}
      aria-pressed={pressed}
      title={title ?? label}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  );
}

interface FieldProps {
  label: string;
  help?: string;
  /** Gets the id of the control, and of its help where there is some. */
  children: (ids: { id: string; "aria-describedby"?: string }) => ComponentChildren;
  inline?: boolean;
}

export function Field({ label, help, children, inline }: FieldProps) {
  const id = useId();
  return (
    <div class={inline ? "field inline" : "field"}>
      <label for={id}>{label}</label>
      {children(help ? { id, "aria-describedby": `${id}-help` } : { id })}
      {help && (
        <small id={`${id}-help`} class="help">
          {help}
        </small>
      )}
    </div>
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, name: string])[];
  onChange: (value: T) => void;
  help?: string;
  inline?: boolean;
}

export function Select<T extends string>({ label, value, options, onChange, help, inline }: SelectProps<T>) {
  return (
    <Field label={label} help={help} inline={inline}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, name: ComponentChildren])[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
}

/** One of a few, all in sight: radio buttons that look like one bar. */
export function Choice<T extends string>({ label, value, options, onChange, hideLabel }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class={hideLabel ? "unseen" : ""}>{label}</legend>
      <div class="choice-bar">
        {options.map(([key, text]) => (
          <label key={key} class={key === value ? "chosen" : ""}>
            <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface DialogProps {
  title: string;
  close: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at the bottom. */
  actions?: ComponentChildren;
}

/** A modal dialog. Render it while it is open. Escape and a click outside close it. */
export function Dialog({ title, close, onClose, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the browser paints: a key that is pressed next belongs to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const outside = (event: TargetedMouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose();
  };
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={outside}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <Button icon="close" label={close} kind="quiet" onClick={onClose} />
        </header>
        <div class="dialog-body" tabIndex={0}>
          {children}
        </div>
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
}
