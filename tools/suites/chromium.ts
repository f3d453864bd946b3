import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const tries = '-o Acquire::Retries=3'
const packages = 'chromium chromium-sandbox fonts-liberation fonts-noto-cjk'
const install = `apt-get update ${tries} && apt-get install ${tries} -y --no-install-recommends ${packages}`

/** Finds Chromium; as root on Debian it is installed when missing. @throws Error with the install command. */
export function requireChromium(): string {
  const given = process.env.CHROMIUM_PATH
  if (given && !isProgram(given)) throw new Error(`CHROMIUM_PATH ${given} is not a program`)
  const found = given ?? places.find(isProgram) ?? installed()
  if (found) return found
  const todo = process.getuid?.() === 0 ? install : `sudo sh -c "${install}"`
  throw new Error(`no Chromium for the browser tests: ${todo} (or set CHROMIUM_PATH)`)
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return undefined
  console.log('installing Chromium …')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', install], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) console.error(`${stdout}${stderr}`.trim().split('\n').slice(-8).join('\n'))
  return places.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
