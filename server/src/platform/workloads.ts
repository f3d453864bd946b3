import { type Deps, dependenciesOfWorkload } from './deps.ts'

/** Access to the database by kind of work; a route uses the access that belongs to the audience of its call. */
export interface WorkloadDeps {
  learner: Deps
  desk: Deps
  export: Deps
}

export interface DeskRouteOptions {
  bodyLimit?: number
  /** `export` reads whole tables into a file, which may take minutes. */
  workload?: 'desk' | 'export'
}

export function openWorkloads(deps: Deps): WorkloadDeps {
  return {
    learner: dependenciesOfWorkload(deps, 'learner'),
    desk: dependenciesOfWorkload(deps, 'desk'),
    export: dependenciesOfWorkload(deps, 'export'),
  }
}
