import { browserFloor, olderCss, tooOldScript } from './browser-floor.ts'

/** A build's plugin: scripts and styles are made for the oldest browsers we serve, and older ones are told so. */
export const browserFloorPlugin = {
  name: 'browser-floor',
  config: (_config: unknown, { isSsrBuild = false }: { isSsrBuild?: boolean }) => ({
    css: { postcss: { plugins: [olderCss] } },
    // what the server renders with is read by Node alone
    ...(isSsrBuild ? {} : { build: { target: browserFloor } }),
  }),
  transformIndexHtml: () => [{ tag: 'script', children: tooOldScript, injectTo: 'head' as const }],
}
