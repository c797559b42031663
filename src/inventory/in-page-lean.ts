/** Controls as they are sent: what most of them are is left out, and put back here. Runs inside the page: rules in `in-page.ts`. */
import type { Control } from './inventory.js';

/** As it is sent: without what is usual. */
export type Lean<T extends { controls: Control[] }> = Omit<T, 'controls'> & { controls: Partial<Control>[] };

/** What most controls are: it need not be sent. One literal, because tens of thousands of them are made at a time. */
export function usualControl() {
  return {
    form: null,
    name: '',
    id: '',
    label: '',
    value: null,
    defaultValue: null,
    dirty: false,
    checked: null,
    selected: null,
    files: null,
    disabled: false,
    readonly: false,
    required: false,
    valid: null,
    visible: true,
    submits: false,
    partial: false,
    redacted: false,
    edited: null,
    from: 'page' as const,
    shadow: [] as string[],
  } satisfies Partial<Control>;
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
