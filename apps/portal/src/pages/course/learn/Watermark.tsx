import { useEffect, useState } from 'react'
import classes from './Watermark.module.css'
import { nextSpot, type Spot, stayMs } from './watermark-spot.ts'

interface WatermarkProps {
  name: string
  phoneMasked: string
}

/**
 * Who watches, over the picture: whoever films the screen films this too. It moves every 20–40 s, to a place where it
 * was not, so that no strip of the picture can be cut off; it takes no click and is told to nobody who listens.
 */
export function Watermark({ name, phoneMasked }: WatermarkProps) {
  const spot = useSpot()
  return (
    <div className={classes.mark} data-spot={spot} aria-hidden="true">
      {name} {phoneMasked}
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
