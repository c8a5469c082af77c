import type { ImageModifier } from 'copydesk'

/** How far a picture is rotated to the right, in degrees. */
export type Turn = 0 | 90 | 180 | 270

/** A part of a picture, in percents of it. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** How large a picture is once it is rotated. */
export function turnedSize(
  { naturalWidth, naturalHeight }: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>,
  turn: Turn,
): { width: number; height: number } {
  const isUpright = turn % 180 === 0
  return {
    width: isUpright ? naturalWidth : naturalHeight,
    height: isUpright ? naturalHeight : naturalWidth,
  }
}

/** What the server is to do: first rotate, then crop, as it was seen. Nothing for a picture that stays as it is. */
export function modifiersOf(turn: Turn, part: Part | undefined): readonly ImageModifier[] {
  const rotation: ImageModifier[] = turn === 0 ? [] : [{ type: 'rotate', args: { angle: turn } }]
  const isCropped =
    part !== undefined && part.width > 0 && part.height > 0 && (part.width < 100 || part.height < 100)
  if (!isCropped) return rotation
  const { x: left, y: top, width, height } = part
  return [...rotation, { type: 'crop', args: { left, top, width, height } }]
}
