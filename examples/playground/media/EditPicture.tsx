import { useEffect, useRef, useState } from 'react'
import type { ImageModifier } from 'copydesk'
import { RotateCcw, RotateCw } from 'lucide-react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { Select } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { modifiersOf, turnedSize, type Turn } from './pictureEdits'

interface EditPictureProps {
  /** Where the file is. */
  url: string
  /** Applies all that was done; rejects with why that was not possible. */
  onApply: (modifiers: readonly ImageModifier[]) => Promise<void>
  onClose: () => void
}

const shapes = { Free: undefined, Square: 1, '4 : 3': 4 / 3, '3 : 2': 3 / 2, '16 : 9': 16 / 9 } as const
type Shape = keyof typeof shapes

/** Rotates and crops a picture as one likes; the server makes one file of it all. */
export function EditPicture({ url, onApply, onClose }: EditPictureProps) {
  const [turn, setTurn] = useState<Turn>(0)
  const [crop, setCrop] = useState<PercentCrop>()
  const [shape, setShape] = useState<Shape>('Free')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = usePicture(url)

  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, turn)
  }, [picture, turn])

  function rotate(by: 90 | -90) {
    setTurn(((turn + by + 360) % 360) as Turn)
    setCrop(undefined)
  }

  function choose(next: Shape) {
    setShape(next)
    const aspect = shapes[next]
    if (aspect === undefined || !picture) return
    const { width, height } = turnedSize(picture, turn)
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 90 }, aspect, width, height), width, height))
  }

  const modifiers = modifiersOf(turn, crop)

  async function apply() {
    setIsPending(true)
    setError(null)
    try {
      await onApply(modifiers)
    } catch (thrown) {
      setError(thrown)
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title="Edit image"
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={modifiers.length === 0 || isPending}
            onClick={() => void apply()}
          >
            {isPending ? 'Saving …' : 'Save as a new file'}
          </Button>
        </>
      }
    >
      <div className="row-of picture-tools">
        <IconButton icon={RotateCcw} label="Rotate left" onClick={() => rotate(-90)} />
        <IconButton icon={RotateCw} label="Rotate right" onClick={() => rotate(90)} />
        <Select
          label="Shape"
          isLabelHidden
          value={shape}
          onChange={({ target }) => choose(target.value as Shape)}
        >
          {Object.keys(shapes).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Button variant="plain" disabled={!crop} onClick={() => setCrop(undefined)}>
          Clear crop
        </Button>
      </div>
      <p className="hint">Drag over the image to crop it; the arrows move the corners and edges.</p>
      <ReactCrop
        {...(crop && { crop })}
        {...(shapes[shape] !== undefined && { aspect: shapes[shape] })}
        onChange={(...[, percent]) => setCrop(percent)}
        ruleOfThirds
        className="picture-crop"
      >
        <canvas ref={canvas} role="img" aria-label="The image to edit" />
      </ReactCrop>
      <ErrorState error={error} />
    </Dialog>
  )
}

/** A picture once it is loaded. */
function usePicture(url: string): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => setLoaded(image)
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  return loaded
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, turn: Turn): void {
  const { width, height } = turnedSize(picture, turn)
  // No screen shows more.
  const scale = Math.min(1, 1600 / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2)
}
