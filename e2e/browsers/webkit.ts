import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { clickActions, keyActions, requireProgram, startProgram, type Tab, viewport } from './tab.ts'

const install = 'apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good gstreamer1.0-libav'

/** The height of the browser's own bars in CSS pixels. */
const bars = 92

/**
 * Uses WebKitGTK, Safari's engine, by WebDriver. Starts a virtual screen if needed. @throws Error with install
 * instructions
 */
export async function openWebkit(): Promise<Tab> {
  const driver = requireProgram('WebKitWebDriver', ['/usr/bin/WebKitWebDriver'], install)
  const binary = requireProgram('MiniBrowser of WebKitGTK', globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser'), install)
  const screen = process.env.DISPLAY ? null : await openScreen()
  const port = await freePort()
  const env = {
    ...(screen ? { DISPLAY: `:${screen.found}` } : {}),
    // WebKit's sandbox does not work in a container.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    LIBGL_ALWAYS_SOFTWARE: '1',
    LANGUAGE: 'zh_CN',
  }
  const { end } = await startDriver(driver, port, env)
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  const args = ['--automation', '--enable-media-stream=true', '--enable-mock-capture-devices=true']
  const made = await call('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
  })
  const id = `/${(made as { sessionId: string }).sessionId}`
  const { width, height } = viewport
  await call('POST', `${id}/window/rect`, { width, height: height + bars })
  const act = async (actions: object[]) => {
    await call('POST', `${id}/actions`, { actions })
  }
  return {
    goto: async (url) => {
      await call('POST', `${id}/url`, { url })
    },
    evaluate: async (expression) => {
      const script = `return JSON.stringify(${expression})`
      const text = await call('POST', `${id}/execute/sync`, { script, args: [] })
      return typeof text === 'string' ? JSON.parse(text) : undefined
    },
    press: (key) => act(keyActions(key)),
    click: (at) => act(clickActions(at)),
    screenshot: async () => Buffer.from(String(await call('GET', `${id}/screenshot`)), 'base64'),
    close: async () => {
      await call('DELETE', id)
      await end()
      await screen?.end()
    },
  }
}

function openScreen() {
  const program = requireProgram('Xvfb', ['/usr/bin/Xvfb'], install)
  return startProgram([program, '-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    says: /^(\d+)\n/,
  })
}

/** Polls the driver, because it prints nothing when it is ready. */
async function startDriver(driver: string, port: number, env: NodeJS.ProcessEnv) {
  const started = startProgram(['/bin/sh', '-c', `echo begun && exec ${driver} --port=${port}`], {
    ...{ says: /(begun)/, env },
  })
  const running = await started
  for (let turn = 0; turn < 100; turn += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answered?.ok) return running
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await running.end()
  throw new Error('WebKitWebDriver did not answer within ten seconds')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
