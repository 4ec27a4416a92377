/** @file Numbers of arenas: of no two devices alike, so that an arena that gets to the wrong device is seen there. */
let next = 0;

/** A number that no arena has had. */
export function nextArenaId(): number {
  next += 1;
  return next;
}
