// What jsdom lacks.

globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof matchMedia;

globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

Element.prototype.animate ??= function animate() {
  return { onfinish: null, cancel: () => undefined, finished: Promise.resolve() } as unknown as Animation;
};
document.getAnimations ??= () => [];
Element.prototype.getAnimations ??= () => [];
document.elementsFromPoint ??= () => [];
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLCanvasElement.prototype.getContext = () => null;
