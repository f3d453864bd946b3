import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeBucket, s3Keys } from '../../server/test/s3-server.ts'
import { prepareSwift, type StoreProgram, swiftKeys } from '../../server/test/swift.ts'
import { answersAt, Component, freePorts } from './component.ts'
import { connects } from './poolers.ts'

/** The store of files, by other authors: s3rver, or Swift with TEST_SWIFT. */
export async function startStore(
  folder: string,
  register: (component: Component) => void,
): Promise<{ store: Component; env: Record<string, string> }> {
  const home = join(folder, 'store')
  await mkdir(home)
  const isSwift = Boolean(process.env.TEST_SWIFT)
  const programs = isSwift ? await prepareSwift(home) : [await prepareS3rver(home)]
  const components = programs.map(
    ({ name, program, words, port }) => new Component({ name, program, words, folder, ready: () => connects(port) }),
  )
  for (const component of components) {
    register(component)
    await component.start()
  }
  const [last, store] = [programs.at(-1), components.at(-1)]
  if (!last || !store) throw new Error('no store')
  const keys = isSwift ? swiftKeys : s3Keys
  const variables = {
    FILES_URL: 's3://portal/files',
    FILES_ENDPOINT: `http://127.0.0.1:${last.port}`,
    FILES_ACCESS_KEY: keys.accessKeyId,
    FILES_SECRET_KEY: keys.secretAccessKey,
  }
  await makeBucket(variables)
  return { store, env: variables }
}

async function prepareS3rver(home: string): Promise<StoreProgram> {
  const { store: port } = await freePorts(['store'])
  const words = [resolve('node_modules/s3rver/bin/s3rver.js'), '-d', home, '-a', '127.0.0.1', '-p', String(port)]
  return { name: 'store', program: process.execPath, words, port }
}

export interface Monitor {
  prometheus: Component
  /** Returns what Prometheus says against the rules, or against the portals that it asks. */
  findFaults(): Promise<string[]>
  alerts(): Promise<string[]>
}

/** Prometheus with the rules of the project. */
export async function startMonitor(
  of: { folder: string; metricsPorts: number[] },
  register: (component: Component) => void,
): Promise<Monitor> {
  const { folder, metricsPorts } = of
  const { prometheus: port } = await freePorts(['prometheus'])
  const file = join(folder, 'prometheus.json')
  const targets = metricsPorts.map((metrics) => `127.0.0.1:${metrics}`)
  const settings = {
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [resolve('docs/operations/alerts.yml')],
    scrape_configs: [{ job_name: 'portal', static_configs: [{ targets }] }],
  }
  await writeFile(file, JSON.stringify(settings))
  const origin = `http://127.0.0.1:${port}`
  const prometheus = new Component({
    name: 'prometheus',
    program: 'prometheus',
    words: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus-data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    folder,
    ready: () => answersAt(`${origin}/-/ready`),
  })
  register(prometheus)
  await prometheus.start()
  return { prometheus, findFaults: () => findFaults(origin, targets.length), alerts: () => listAlerts(origin) }
}

interface Rule {
  name: string
  health: string
  state: string
}

async function findFaults(origin: string, targets: number): Promise<string[]> {
  const rules = await readRules(origin)
  const answer = await answersAt(`${origin}/api/v1/query?query=${encodeURIComponent('sum(up)')}`)
  const { data } = JSON.parse(answer) as { data: { result: { value: [number, string] }[] } }
  const up = Number(data.result[0]?.value[1] ?? 0)
  return [
    ...rules.filter(({ health }) => health !== 'ok').map(({ name, health }) => `the rule ${name} is ${health}`),
    ...(rules.length === 0 ? ['there are no rules'] : []),
    ...(up === targets ? [] : [`${up} of ${targets} portals are up`]),
  ]
}

async function listAlerts(origin: string): Promise<string[]> {
  return (await readRules(origin)).filter(({ state }) => state === 'firing').map(({ name }) => name)
}

async function readRules(origin: string): Promise<Rule[]> {
  const { data } = JSON.parse(await answersAt(`${origin}/api/v1/rules`)) as { data: { groups: { rules: Rule[] }[] } }
  return data.groups.flatMap(({ rules }) => rules)
}
