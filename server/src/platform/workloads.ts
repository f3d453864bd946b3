import { type Deps, forWorkload } from './deps.ts'

/** The dependencies of each audience's calls; a route takes those of the audience that its call declares. */
export interface Workloads {
  learner: Deps
  desk: Deps
  export: Deps
}

/** How a call of staff or employers differs from the usual. */
export interface DeskOptions {
  /** bytes of JSON that it takes */
  bodyLimit?: number
  /** `export`: it reads whole tables into a file, and may take minutes */
  workload?: 'desk' | 'export'
}

export function openWorkloads(deps: Deps): Workloads {
  return {
    learner: forWorkload(deps, 'learner'),
    desk: forWorkload(deps, 'desk'),
    export: forWorkload(deps, 'export'),
  }
}
