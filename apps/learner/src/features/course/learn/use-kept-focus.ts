import { isFocusLost } from '@ce/client/components/refocus.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * The focus stays in the player when what had it goes or is shut: a button over the picture, the controls while something
 * wants an answer. There the player's keys work, and the next Tab leads to what came.
 * @param name of the state it is in
 * @param led who followed a link in it to another lesson goes on in that one
 */
export function useKeptFocus(
  stage: RefObject<HTMLElement | null>,
  name: string,
  led: boolean,
): void {
  const was = useRef(led)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      was.current = target instanceof Node && stage.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [stage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each turn of the player
  useLayoutEffect(() => {
    const { activeElement: at } = document
    const shut = at?.matches(':disabled') === true && stage.current?.contains(at) === true
    if (shut || (was.current && isFocusLost())) stage.current?.focus({ preventScroll: true })
  }, [stage, name])
}
