import { largePrintScript } from './large-print.ts'

/** A build's plugin: the large-print choice must hold before the first paint, in every document. */
export const largePrintPlugin = {
  name: 'large-print',
  transformIndexHtml: () => [
    { tag: 'script', children: largePrintScript, injectTo: 'head' as const },
  ],
}
