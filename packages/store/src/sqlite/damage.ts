/** Thrown where what is stored makes no sense to SQLite itself. */
export class Damage extends Error {
  override readonly name = 'Damage';
}
