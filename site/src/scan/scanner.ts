import { type CameraProblem, openCamera } from '@ce/client/exam-attempt/camera.ts'
import { decodePicture, pictureSize } from '@ce/client/prepare-picture.ts'
import { readQr } from './read-qr.ts'

/** Milliseconds between two frames, so that a phone stays cool. */
const pauseMs = 150
/** A proof's code is dense, so it needs the camera's full resolution. */
const sharp: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 960 },
}

export type SwitchTorch = (on: boolean) => Promise<void>

interface Scan {
  signal: AbortSignal
  /** `torch` is null when the light is not available. */
  onReady: (torch: SwitchTorch | null) => void
  accepts: (text: string) => boolean
}

/**
 * Scans until a text is accepted or `signal` aborts. @returns the text, the reason for a missing picture, or null when
 * stopped
 */
export async function scanWithCamera(
  video: HTMLVideoElement,
  { signal, onReady, accepts }: Scan,
): Promise<{ text: string } | { problem: CameraProblem } | null> {
  const stream = await openCamera(navigator.mediaDevices, undefined, sharp)
  if (typeof stream === 'string') return signal.aborted ? null : { problem: stream }
  const lost = new AbortController()
  for (const track of stream.getVideoTracks()) track.addEventListener('ended', () => lost.abort(), { once: true })
  try {
    if (signal.aborted) return null
    video.srcObject = stream
    await video.play()
    if (signal.aborted) return null
    onReady(torchOf(stream))
    for (;;) {
      if (signal.aborted) return null
      if (lost.signal.aborted) return { problem: 'lost' }
      const size = { width: video.videoWidth, height: video.videoHeight }
      const text = size.width > 0 ? await readQr(video, size, 'FRAME', accepts) : null
      if (text !== null && !signal.aborted && accepts(text)) return { text }
      await new Promise((next) => setTimeout(next, pauseMs))
    }
  } catch {
    return signal.aborted ? null : { problem: 'failed' }
  } finally {
    video.srcObject = null
    for (const track of stream.getTracks()) track.stop()
  }
}

function torchOf(stream: MediaStream): SwitchTorch | null {
  const [track] = stream.getVideoTracks()
  if (!track || !hasTorch(track)) return null
  return (on) => track.applyConstraints(torchConstraints(on))
}

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

function torchConstraints(torch: boolean): MediaTrackConstraints {
  const light: MediaTrackConstraintSet & { torch: boolean } = { torch }
  return { advanced: [light] }
}

/** Reads a picture and prefers an accepted QR code; null when the picture has none. */
export async function readQrFromPicture(file: Blob, accepts?: (text: string) => boolean): Promise<string | null> {
  const picture = await decodePicture(file)
  if (!picture) return null
  try {
    return await readQr(picture, pictureSize(picture), 'PICTURE', accepts)
  } finally {
    if ('close' in picture) picture.close()
  }
}
