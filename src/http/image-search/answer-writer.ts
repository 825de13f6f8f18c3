/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const bytesPerUnit = 3;

/** Up to here a loop takes less time than a call of the runtime, which for text is a longer one than for bytes. */
const [shortText, shortBytes] = [64, 16];

const [zero, point, quote, backslash] = [48, 46, 34, 92];

/** Scores are whole millionths. */
const scoreDigits = 6;
const scoreUnits = 10 ** scoreDigits;

/**
 * Puts an answer together from text, numbers and serialised bytes. Product records are serialised when a version is
 * published; decoding and encoding them for every answer would cost more than all other work. The memory is used again for
 * the next answer, so nothing may be waited for between `begin` and `finish`.
 */
class AnswerWriter {
  #buffer = Buffer.allocUnsafeSlow(64 << 10);
  #end = 0;

  begin(): this {
    this.#end = 0;
    return this;
  }

  text(text: string): this {
    this.#makeRoom(text.length * bytesPerUnit);
    if (text.length > shortText || !this.#writeAscii(text)) this.#end += this.#buffer.write(text, this.#end);
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#makeRoom(bytes.length);
    if (bytes.length > shortBytes) this.#buffer.set(bytes, this.#end);
    else for (let at = 0; at < bytes.length; at += 1) this.#buffer[this.#end + at] = bytes[at] ?? 0;
    this.#end += bytes.length;
    return this;
  }

  /** As `JSON.stringify` writes it. */
  quoted(text: string): this {
    this.#makeRoom(text.length + 2);
    let end = this.#end;
    this.#buffer[end++] = quote;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 32 || unit > 126 || unit === quote || unit === backslash)
        return this.text(JSON.stringify(text));
      this.#buffer[end++] = unit;
    }
    this.#buffer[end++] = quote;
    this.#end = end;
    return this;
  }

  /** A whole number, zero or above. */
  whole(value: number): this {
    if (value > 999) return this.text(String(value));
    this.#makeRoom(3);
    if (value > 99) this.#buffer[this.#end++] = zero + Math.floor(value / 100);
    if (value > 9) this.#buffer[this.#end++] = zero + (Math.floor(value / 10) % 10);
    this.#buffer[this.#end++] = zero + (value % 10);
    return this;
  }

  /** As `JSON.stringify` writes it. */
  score(score: number): this {
    const units = Math.round(score * scoreUnits);
    if (units <= 0 || units >= scoreUnits || units / scoreUnits !== score) return this.text(String(score));
    this.#makeRoom(scoreDigits + 2);
    const start = this.#end + 2;
    this.#buffer[this.#end] = zero;
    this.#buffer[this.#end + 1] = point;
    let rest = units;
    for (let at = scoreDigits - 1; at >= 0; at -= 1) {
      const next = Math.floor(rest / 10);
      this.#buffer[start + at] = zero + rest - next * 10;
      rest = next;
    }
    this.#end = start + scoreDigits;
    while (this.#buffer[this.#end - 1] === zero) this.#end -= 1;
    return this;
  }

  /** In memory of its own. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#end));
  }

  /** False when there is a character beyond ASCII; then nothing counts as written. */
  #writeAscii(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 127) return false;
      this.#buffer[this.#end + at] = unit;
    }
    this.#end += text.length;
    return true;
  }

  #makeRoom(more: number): void {
    if (this.#end + more <= this.#buffer.length) return;
    const wider = Buffer.allocUnsafeSlow((this.#end + more) * 2);
    this.#buffer.copy(wider, 0, 0, this.#end);
    this.#buffer = wider;
  }
}

export type { AnswerWriter };

const writer = new AnswerWriter();

/** The one writer, empty. */
export const beginAnswer = (): AnswerWriter => writer.begin();
