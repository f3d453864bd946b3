import { computeQrModules } from '@ce/contract/qr-modules'

interface QrCodeProps {
  value: string
  /** Side length in pixels. */
  size: number
  /** Width of the light margin in modules; 0 on a white background. */
  margin?: number
  title: string
}

/** A QR code, dark on white also in dark mode. */
export function QrCode({ value, size, margin = 0, title }: QrCodeProps) {
  const modules = computeQrModules(value)
  const side = modules.length + 2 * margin
  const dark = modules.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${index + margin} ${y + margin}h${length}v1h-${length}z`,
    ),
  )
  return (
    <svg width={size} height={size} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" role="img">
      <title>{title}</title>
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}

/** Draws a QR code as a picture of at least `size` px a side. @throws Error where the browser draws nothing */
export function renderQr(value: string, size: number, margin = 0): HTMLCanvasElement {
  const modules = computeQrModules(value)
  const side = modules.length + 2 * margin
  const dot = Math.ceil(size / side)
  const canvas = document.createElement('canvas')
  canvas.width = side * dot
  canvas.height = side * dot
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.fillStyle = '#000'
  for (const [y, row] of modules.entries())
    for (const [x, set] of row.entries()) if (set) brush.fillRect((x + margin) * dot, (y + margin) * dot, dot, dot)
  return canvas
}
