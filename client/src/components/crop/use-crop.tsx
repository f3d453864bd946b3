import { type FramedPictureUse, type PictureSize, pictureUseRules } from '@ce/contract/picture-uses'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import classes from './Crop.module.css'
import type { CropFrame } from './crop-frame.ts'
import { initialCropFrame, maxCropWidth, minCropWidth, moveCropFrame, resizeCropFrame } from './crop-frame.ts'

export interface CropProps {
  file: File
  use: FramedPictureUse
  size: PictureSize
  onCut: (file: File) => void
  onClose: () => void
}

export interface CropController {
  title: string
  stage: ReactNode
  cut: () => Promise<void>
}

export function useCrop(
  file: File,
  use: FramedPictureUse,
  size: PictureSize,
  onCut: (file: File) => void,
): CropController {
  const { name, sides } = pictureUseRules[use]
  const [frame, setFrame] = useState(() => initialCropFrame(use, size))
  const [failed, setFailed] = useState(false)
  const [address, setAddress] = useState('')
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const drag = useDrag(picture, size, (by) => setFrame((now) => moveCropFrame(use, size, now, by)))
  const keys = (event: KeyboardEvent) => {
    const step = event.shiftKey ? size.width / 100 : size.width / 25
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    setFrame((now) => moveCropFrame(use, size, now, { x: by[0] * step, y: by[1] * step }))
  }
  const cut = async () => {
    const made = picture.current && (await cutOut(picture.current, frame, file.name))
    if (made) onCut(made)
    else setFailed(true)
  }
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  const stage = (
    <>
      <p className={classes.hint}>拖动选取框，或选中它后按方向键移动（按住 Shift 移动得细一些）；用滑块调整大小。</p>
      <div className={classes.stage}>
        {address && <img ref={picture} src={address} alt="要裁剪的图片" draggable={false} />}
        {/* biome-ignore lint/a11y/useSemanticElements: no element of HTML is moved in two directions */}
        <div
          role="group"
          aria-label="选取框"
          aria-roledescription="可移动的选取框"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
          tabIndex={0}
          className={classes.frame}
          style={{
            left: share(frame.x, size.width),
            top: share(frame.y, size.height),
            width: share(frame.width, size.width),
            height: share(frame.height, size.height),
          }}
          onKeyDown={keys}
          {...drag}
        />
      </div>
      <input
        type="range"
        className={classes.range}
        aria-label="选取框的大小"
        min={Math.floor(minCropWidth(use, size))}
        max={Math.ceil(maxCropWidth(use, size))}
        value={Math.round(frame.width)}
        onChange={({ target }) => setFrame((now) => resizeCropFrame(use, size, now, target.valueAsNumber))}
      />
      <p role="status">
        {failed
          ? '没有裁剪成功，请换一张图片再试。'
          : `选取了 ${Math.round(frame.width)}×${Math.round(frame.height)} 像素`}
      </p>
    </>
  )
  return { title: `裁剪${name}（宽 ${sides.width}：高 ${sides.height}）`, stage, cut }
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function useDrag(
  picture: React.RefObject<HTMLImageElement | null>,
  size: { width: number; height: number },
  move: (by: { x: number; y: number }) => void,
) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const shown = picture.current?.getBoundingClientRect()
      if (!from.current || !shown?.width) return
      const scale = size.width / shown.width
      move({
        x: (event.clientX - from.current.x) * scale,
        y: (event.clientY - from.current.y) * scale,
      })
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerCancel: () => {
      from.current = null
    },
  }
}

/** Longest side of the cropped picture in pixels, because the canvas of a phone cannot be larger. */
const longest = 3200

async function cutOut(
  picture: HTMLImageElement,
  { x, y, width, height }: CropFrame,
  name: string,
): Promise<File | null> {
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob && new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' })
}
