import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  clickActions,
  keyActions,
  requireProgram,
  startProgram,
  type Tab,
  viewport,
} from './tab.ts'

const places = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** a camera of its own that nobody is asked for; a profile that greets nobody and calls nobody */
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
 * A Firefox that the system has, by WebDriver BiDi. Playwright's own client asks it for what Firefox ESR does not know yet.
 * @throws Error that says how to get it
 */
export async function openFirefox(): Promise<Tab> {
  const program = requireProgram(
    'Firefox',
    places,
    'apt-get install firefox-esr, or set FIREFOX_PATH',
  )
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
  // the one it began with is the browser's own page, which gives the focus to the address bar
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

/** Commands and their answers over one connection, each under its number. */
async function openSession(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (error: Error) => void }
  >()
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

/** The browser wrote it, as WebDriver BiDi says. */
function asMessage(text: string): Message {
  return JSON.parse(text)
}
