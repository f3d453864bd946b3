/** Features that pages may use although the oldest browsers (decision 028) lack them, with reasons. */
export const allowedInScripts: ReadonlyMap<string, string> = new Map(
  because({
    'put in where it is missing (client/src/older-browser/)': [
      ...['.at()', '.hasOwn()', '.toReversed()', '.toSorted()', '.toWellFormed()', '.commit()'],
      ...['.showModal()', 'AbortSignal.any', 'AbortSignal.timeout', 'Object.hasOwn'],
      ...['URL.canParse', 'URL.parse', 'Performance.timeOrigin', 'createImageBitmap'],
    ],
    'asked for before it is used, and done without': [
      ...['BroadcastChannel', 'Navigator.locks', 'Navigator.connection', 'HTMLDialogElement'],
      ...['.share()', 'Navigator.share', 'IDBTransaction', '.persist()', '.persisted()'],
      ...['.toBase64()'],
    ],
    'a browser without it has no such button, an iPhone fills its screen with the video itself': [
      ...['.requestFullscreen()', '.exitFullscreen()', 'Document.exitFullscreen'],
      ...['Document.fullscreenElement'],
    ],
    'React and the router ask first': [...['.startViewTransition()', 'navigation', 'reportError', 'setImmediate']],
    'web-vitals asks first, and measures less without': [
      ...['Document.prerendering', 'Document.wasDiscarded', 'Performance.interactionCount'],
      ...['Window.requestIdleCallback', 'Window.cancelIdleCallback', 'PerformanceEventTiming'],
    ],
    'a word of our own or of a library for something of its own': [
      ...['.login()', '.resize()', '.seek()', '.show()', '.use()', '.visible()'],
    ],
  }),
)

/**
 * Newer style features that pages may use, with reasons. Without them a browser must still show all text and buttons in
 * the right order.
 */
export const allowedInStyles: ReadonlyMap<string, string> = new Map(
  because({
    'an older value stands before it (ui/src/browser-floor.ts)': ['dvh', 'overflow-wrap: anywhere'],
    'the minifier writes it a second time for older ones': [':is', ':fullscreen', 'user-select'],
    'looks only: colours, edges, pointers, where scrolling stops': [
      ...['accent-color', 'text-wrap', 'scroll-margin-top', 'scroll-margin-bottom'],
      ...['scrollbar-width', 'overscroll-behavior', 'overscroll-behavior-y', 'scroll-behavior'],
      ...['-webkit-tap-highlight-color', 'cursor: default', 'cursor: pointer'],
      ...['cursor: not-allowed', 'break-after: avoid', ':where'],
    ],
    'without it the browser outlines what has the focus in its own way': [':focus-visible'],
    'without it things stand closer, or a picture is as high as it is': [
      ...['gap in flex', 'aspect-ratio', 'flex: min-content', 'justify-content: safe'],
      ...['align-content: start', 'align-self: start', 'align-self: end'],
    ],
    'a cover that is drawn has its letters in one size': ['@container', 'container-type'],
    'what it marks or moves a little can be told without, by the field itself above all': [':has'],
    'only where a system is told to show high contrast': [...['forced-color-adjust', '@media (forced-colors)']],
    'only where there are no scripts at all': ['@media (scripting)'],
    'the panel that takes its place has a ground of its own (client/src/older-browser/)': [':backdrop'],
  }),
)

function because(reasons: Record<string, string[]>): [name: string, why: string][] {
  return Object.entries(reasons).flatMap(([why, names]) => names.map((name): [string, string] => [name, why]))
}
