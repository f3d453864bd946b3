import type { NavigationType } from 'react-router'

/**
 * The way on glides to the top (specification §2 rule 5), Back stands at once where a list was left (decision 024). Who asked for less motion
 * gets none: base.css has the last word.
 */
export function scrollManner(type: `${NavigationType}`): 'smooth' | 'auto' {
  return type === 'POP' ? 'auto' : 'smooth'
}
