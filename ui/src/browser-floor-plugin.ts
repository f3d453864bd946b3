import { browserFloor, olderCssPlugin, unsupportedBrowserScript } from './browser-floor.ts'

/** Compiles pages for the oldest supported browsers and warns people with older ones. */
export const browserFloorPlugin = {
  name: 'browser-floor',
  config: (_config: unknown, { isSsrBuild = false }: { isSsrBuild?: boolean }) => ({
    css: { postcss: { plugins: [olderCssPlugin] } },
    // Only Node runs the server's bundle, so it is not compiled for old browsers.
    ...(isSsrBuild ? {} : { build: { target: browserFloor } }),
  }),
  transformIndexHtml: () => [{ tag: 'script', children: unsupportedBrowserScript, injectTo: 'head' as const }],
}
