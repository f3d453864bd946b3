import type { events, Move, steps } from './moves.ts'

export function stepOf(name: keyof typeof steps, picked: number): Move {
  return { kind: 'step', name, pick: picked, dies: 0, twice: false }
}

export function waitLong(): Move {
  return { kind: 'event', name: 'wait', pick: 3 }
}

/** `!` names what the world does */
export function plot(...names: (keyof typeof steps | `!${keyof typeof events}`)[]): Move[] {
  return names.map((name) => {
    if (name.startsWith('!')) return { kind: 'event', name: asEvent(name.slice(1)), pick: 3 }
    return stepOf(asStep(name), 4)
  })
}

/** What began with `!` names an event. */
function asEvent(name: string): keyof typeof events {
  return name as keyof typeof events
}

/** What does not begin with `!` names a step. */
function asStep(name: string): keyof typeof steps {
  return name as keyof typeof steps
}

/** One that chooses otherwise than those of `plot`. */
export function eventOf(name: keyof typeof events, picked: number): Move {
  return { kind: 'event', name, pick: picked }
}
