import {
  type CameraChoice,
  listCameras,
  mayAnotherHelp,
} from '@ce/client/exam-attempt/camera-choice.ts'
import { cameraPlace } from '@ce/client/exam-attempt/camera-words.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useEffect, useState } from 'react'
import { useKit } from '../../components/kit.tsx'

/** The cameras of this device, read anew whenever `asked` changes. `phone`: it has two, whatever its browser says. */
export function useCameras(phone = false, asked: unknown = null): CameraChoice[] {
  const [cameras, setCameras] = useState<CameraChoice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says when to look again
  useEffect(() => {
    let gone = false
    void listCameras(navigator.mediaDevices, phone).then((list) => {
      if (!gone) setCameras(list)
    })
    return () => {
      gone = true
    }
  }, [phone, asked])
  return cameras
}

/** A button for each camera that may be tried in place of the one that failed. */
export function OtherCameras({ seat, small = false }: { seat: ExamSeat; small?: boolean }) {
  const { Button } = useKit()
  const { camera } = seat.state
  const cameras = useCameras(cameraPlace(navigator) !== 'DESK', camera)
  if (!mayAnotherHelp(camera) || cameras.length < 2) return null
  return cameras.map(({ deviceId, label }) => (
    <Button
      key={deviceId}
      {...(small ? { size: 'small' } : {})}
      onClick={() => seat.attempt.dispatch({ on: 'checkCamera', deviceId })}
    >
      {`改用“${label}”`}
    </Button>
  ))
}
