import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { WorkspacePackages } from './imports.ts'

const root = z.object({ workspaces: z.array(z.string()) })
const workspace = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.string()).default({}),
})

export async function readWorkspacePackages(): Promise<WorkspacePackages> {
  const { workspaces } = root.parse(await readJson('package.json'))
  const entries = await Promise.all(
    workspaces.map(async (folder) => {
      const { name, exports } = workspace.parse(await readJson(`${folder}/package.json`))
      return [name, { folder, exports }] as const
    }),
  )
  return new Map(entries)
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}
