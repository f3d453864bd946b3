import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'
import { phoneBase } from '../../contract/src/rules/mobile.ts'
import { browserFloor } from '../../ui/src/browser-floor.ts'

const source = `${import.meta.dirname}/src/offline/worker.ts`

/** Builds the service worker under a fixed name, with the build's files, document and version in it. */
export const workerPlugin: Plugin = {
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: { order: 'post', handler: addWorker },
}

async function addWorker(
  this: { emitFile: (file: { type: 'asset'; fileName: string; source: string }) => string },
  _options: unknown,
  bundle: Readonly<Record<string, { type: string; source?: unknown }>>,
): Promise<void> {
  const files = Object.keys(bundle)
    .filter((name) => /^assets\/.+\.(js|css)$/.test(name))
    .sort()
    .map((name) => `/${name}`)
  const page = bundle['index.html']?.source
  if (typeof page !== 'string') throw new Error('the build has no index.html yet')
  const fileName = `${phoneBase.slice(1)}/sw.js`
  this.emitFile({ type: 'asset', fileName, source: await workerCode(files, page) })
}

async function workerCode(files: readonly string[], page: string): Promise<string> {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      __BUILD_FILES__: JSON.stringify(files),
      __BUILD_PAGE__: JSON.stringify(page),
      __BUILD_VERSION__: JSON.stringify(version),
    },
    build: {
      write: false,
      copyPublicDir: false,
      target: browserFloor,
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const built = [result].flat()[0]
  if (!built || !('output' in built) || built.output.length > 1) throw new Error(`${source} is no script of its own`)
  return built.output[0].code
}
