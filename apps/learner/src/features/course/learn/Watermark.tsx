import { useEffect, useState } from 'react'
import classes from './Watermark.module.css'

interface WatermarkProps {
  name: string
  phoneMasked: string
  onText?: boolean
}

/** Identifies the viewer in screen recordings. It moves every 20–40 s, so that nobody can crop it. */
export function Watermark({ name, phoneMasked, onText = false }: WatermarkProps) {
  const spot = useSpot()
  const words = `${name} ${phoneMasked}`
  // Over a text, draw the watermark as graphics, because faint text would break the contrast rules.
  if (onText) return <div className={`${classes.mark} ${classes.drawn}`} data-spot={spot} data-words={words} />
  return (
    <div className={classes.mark} data-spot={spot} aria-hidden="true">
      {words}
    </div>
  )
}

function useSpot(): Spot {
  const [spot, setSpot] = useState<Spot>(() => nextWatermarkSpot(undefined, Math.random()))
  useEffect(() => {
    const move = () => setSpot(nextWatermarkSpot(spot, Math.random()))
    const timer = setTimeout(move, watermarkStayMs(Math.random()))
    return () => clearTimeout(timer)
  }, [spot])
  return spot
}

/** Nine positions of the picture, row by row. The style sheet places them. */
const spots = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const
type Spot = (typeof spots)[number]

const leastMs = 20_000
const mostMs = 40_000

/** @param random 0 to 1 @returns another spot than the last one */
export function nextWatermarkSpot(before: Spot | undefined, random: number): Spot {
  const free = spots.filter((one) => one !== before)
  return free[Math.floor(random * free.length)] ?? 'e'
}

/** Milliseconds until the watermark moves. */
export function watermarkStayMs(random: number): number {
  return leastMs + random * (mostMs - leastMs)
}
