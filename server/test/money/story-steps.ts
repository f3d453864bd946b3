import type { StoryMove, storyEvents, storySteps } from './moves.ts'

export function createStepMove(name: keyof typeof storySteps, picked: number): StoryMove {
  return { kind: 'step', name, pick: picked, dies: 0, twice: false }
}

export function createLongWaitMove(): StoryMove {
  return { kind: 'event', name: 'wait', pick: 3 }
}

/** Builds moves from names; `!` marks an event. */
export function buildPlot(...names: (keyof typeof storySteps | `!${keyof typeof storyEvents}`)[]): StoryMove[] {
  return names.map((name) => {
    if (name.startsWith('!')) return { kind: 'event', name: asEvent(name.slice(1)), pick: 3 }
    return createStepMove(asStep(name), 4)
  })
}

/** The caller removed the `!` that marks an event, so this cast is safe. */
function asEvent(name: string): keyof typeof storyEvents {
  return name as keyof typeof storyEvents
}

function asStep(name: string): keyof typeof storySteps {
  return name as keyof typeof storySteps
}

/** Creates an event with a chosen pick, because all events of `buildPlot` have the same pick. */
export function createEventMove(name: keyof typeof storyEvents, picked: number): StoryMove {
  return { kind: 'event', name, pick: picked }
}
