import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickActions, keyActions, requireProgram, startProgram, type Tab, viewport } from './tab.ts'

const places = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Firefox settings: a fake camera without prompts, no first-run pages, no network calls. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'intl.accept_languages': 'zh-CN',
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.preonboarding.enabled': false,
  'termsofuse.bypassNotification': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
}

/**
 * Uses the system's Firefox by WebDriver BiDi, because Playwright's client does not support Firefox ESR. @throws Error
 * with install instructions
 */
export async function openFirefox(): Promise<Tab> {
  const program = requireProgram('Firefox', places, 'apt-get install firefox-esr, or set FIREFOX_PATH')
  const profile = await mkdtemp(join(tmpdir(), 'ce-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const { found, end } = await startProgram(
    [program, '--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile],
    { says: /WebDriver BiDi listening on (ws:\S+)/ },
  )
  const session = await openSession(`${found}/session`)
  await session.send('session.new', { capabilities: {} })
  // The first window puts the focus into the address bar, so open a new one.
  const { context } = await session.send('browsingContext.create', { type: 'window' })
  await session.send('browsingContext.setViewport', { context, viewport })
  await session.send('browsingContext.activate', { context })
  const act = async (actions: object[]) => {
    await session.send('input.performActions', { context, actions })
  }
  return {
    goto: async (url) => {
      await session.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const answer = await session.send('script.evaluate', {
        ...{ expression: `JSON.stringify(${expression})`, target: { context } },
        awaitPromise: true,
      })
      const { value } = answer.result as { value?: string }
      if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
      return value === undefined ? undefined : JSON.parse(value)
    },
    press: (key) => act(keyActions(key)),
    click: (at) => act(clickActions(at)),
    screenshot: async () => {
      const { data } = await session.send('browsingContext.captureScreenshot', { context })
      return Buffer.from(data as string, 'base64')
    },
    close: async () => {
      session.close()
      await end()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

type Answer = Record<string, unknown>

/** Opens a WebDriver BiDi connection that assigns responses to commands by id. */
async function openSession(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  socket.addEventListener('message', ({ data }) => {
    const answer = asMessage(String(data))
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.type === 'error') asked?.reject(new Error(`${answer.error}: ${answer.message}`))
    else asked?.resolve(answer.result)
  })
  let last = 0
  return {
    send: (method: string, params: object): Promise<Answer> => {
      last += 1
      const id = last
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    close: () => socket.close(),
  }
}

interface Message {
  id: number
  type: string
  result: Answer
  error?: string
  message?: string
}

/** WebDriver BiDi guarantees this format, so the cast is safe. */
function asMessage(text: string): Message {
  return JSON.parse(text)
}
