import { useEffect, useState } from 'react'
import classes from './Watermark.module.css'

interface WatermarkProps {
  name: string
  phoneMasked: string
  /** over a text that is read, not over a picture */
  onText?: boolean
}

/**
 * Who watches, over the picture: whoever films the screen films this too. It moves every 20–40 s, to a place where it
 * was not, so that no strip of the picture can be cut off; it takes no click and is told to nobody who listens.
 */
export function Watermark({ name, phoneMasked, onText = false }: WatermarkProps) {
  const spot = useSpot()
  const words = `${name} ${phoneMasked}`
  // so faint over a text that it is drawn, not written: letters owe their readers a contrast
  if (onText)
    return (
      <div className={`${classes.mark} ${classes.drawn}`} data-spot={spot} data-words={words} />
    )
  return (
    <div className={classes.mark} data-spot={spot} aria-hidden="true">
      {words}
    </div>
  )
}

function useSpot(): Spot {
  const [spot, setSpot] = useState<Spot>(() => nextSpot(undefined, Math.random()))
  useEffect(() => {
    const move = () => setSpot(nextSpot(spot, Math.random()))
    const timer = setTimeout(move, stayMs(Math.random()))
    return () => clearTimeout(timer)
  }, [spot])
  return spot
}

/** Nine places of the picture, row by row; the style sheet knows where they are. */
const spots = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const
type Spot = (typeof spots)[number]

const leastMs = 20_000
const mostMs = 40_000

/** Anywhere but where it was. @param random 0 to 1 */
export function nextSpot(before: Spot | undefined, random: number): Spot {
  const free = spots.filter((one) => one !== before)
  return free[Math.floor(random * free.length)] ?? 'e'
}

/** How long it stays, ms. */
export function stayMs(random: number): number {
  return leastMs + random * (mostMs - leastMs)
}
