/** Controls as they are sent: what most of them are is left out, and put back here. Runs inside the page: rules in `in-page.ts`. */
import type { Control } from './inventory.js';

/** As it is sent: without what is usual. */
export type Lean<T extends { controls: Control[] }> = Omit<T, 'controls'> & { controls: Partial<Control>[] };

/** What most controls are: it need not be sent. */
export function usualControl(): Partial<Control> {
  const nothing = {
    value: null,
    defaultValue: null,
    checked: null,
    selected: null,
    files: null,
    valid: null,
  };
  const no = {
    dirty: false,
    disabled: false,
    readonly: false,
    required: false,
    submits: false,
    partial: false,
  };
  const from = { redacted: false, visible: true, edited: null, from: 'page' as const, shadow: [] };
  return { form: null, name: '', id: '', label: '', ...nothing, ...no, ...from };
}

export function lean(controls: Control[]): Partial<Control>[] {
  const usual: Record<string, unknown> = usualControl();
  return controls.map((control) => {
    const told: Record<string, unknown> = {};
    for (const name in control) {
      const is = control[name as keyof Control];
      if (name === 'shadow' ? control.shadow.length > 0 : is !== usual[name]) told[name] = is;
    }
    return told;
  });
}
