import { type CameraProblem, openCamera } from '@ce/client/exam-attempt/camera.ts'
import { decodePicture, pictureSize } from '@ce/client/prepare-picture.ts'
import { readQr } from './read-qr.ts'

/** the next frame is looked at so long after the last one was: a phone stays cool */
const pauseMs = 150
/** the code of a proof is dense: as sharp as a camera has it, and the one at the back */
const sharp: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 960 },
}

/** Switches the camera's light. */
export type Torch = (on: boolean) => Promise<void>

interface Scan {
  signal: AbortSignal
  /** the picture stands; `torch` is null where the camera has no light, or the browser does not give it */
  onReady: (torch: Torch | null) => void
  /** whether a text is what is looked for; else the camera goes on looking */
  accepts: (text: string) => boolean
}

/**
 * Looks for a QR with the camera until an accepted one is seen or `signal` is aborted. What the camera shows goes into `video` and nowhere else.
 * @returns what was read, the reason there is no picture, or null when it was stopped
 */
export async function scan(
  video: HTMLVideoElement,
  { signal, onReady, accepts }: Scan,
): Promise<{ text: string } | { problem: CameraProblem } | null> {
  const stream = await openCamera(navigator.mediaDevices, undefined, sharp)
  if (typeof stream === 'string') return signal.aborted ? null : { problem: stream }
  const lost = new AbortController()
  for (const track of stream.getVideoTracks())
    track.addEventListener('ended', () => lost.abort(), { once: true })
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

function torchOf(stream: MediaStream): Torch | null {
  const [track] = stream.getVideoTracks()
  if (!track || !hasTorch(track)) return null
  return (on) => track.applyConstraints(torchConstraints(on))
}

/** Browsers have the light of a camera before the library's types do. */
function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

function torchConstraints(torch: boolean): MediaTrackConstraints {
  const light: MediaTrackConstraintSet & { torch: boolean } = { torch }
  return { advanced: [light] }
}

/** What the QR in a picture says, an accepted one before another; null: none was seen, or it is no picture. */
export async function readPicture(
  file: Blob,
  accepts?: (text: string) => boolean,
): Promise<string | null> {
  const picture = await decodePicture(file)
  if (!picture) return null
  try {
    return await readQr(picture, pictureSize(picture), 'PICTURE', accepts)
  } finally {
    if ('close' in picture) picture.close()
  }
}
