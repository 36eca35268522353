/** An event whose default a listener may prevent. */
export class PreventableEvent {
  defaultPrevented = false;
  [detail: string]: unknown;
  constructor(details: object = {}) {
    Object.assign(this, details);
  }
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
