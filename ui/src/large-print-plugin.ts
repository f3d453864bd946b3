import { largePrintScript } from './large-print.ts'

/** Applies the choice of large print before the first paint. */
export const largePrintPlugin = {
  name: 'large-print',
  transformIndexHtml: () => [{ tag: 'script', children: largePrintScript, injectTo: 'head' as const }],
}
