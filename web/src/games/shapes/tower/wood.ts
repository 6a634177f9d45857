/** Painted wood: the solids of the pieces, their colours with pattern and letter, the platform and the table top. */

import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  ExtrudeGeometry,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  Shape,
  SRGBColorSpace,
  type Texture,
} from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";

import { HEX, LETTER, type AnyColour } from "../../../cards/patterns";
import type { PieceOutline, PiecesShown } from "../../../lib/protocol";
import { roomiest } from "../solids";

const BEVEL = 0.9; // mm
const TILE = 20; // mm of a repeating pattern
const CREASE = 0.5; // radians: sharper edges stay edges
const INK = "#22201d";
/** Millimetres by which the letters lie above the paint. */
const ABOVE = 0.08;

type Outline = readonly (readonly [number, number])[];

/** The outline lies in x and z; a shape is drawn in x and y and pulled up. */
function pulled(outline: Outline, thick: number, bevel: number, grown: number): BufferGeometry {
  const shape = new Shape();
  outline.slice(0, -1).forEach(([x, z], at) => (at ? shape.lineTo(x, -z) : shape.moveTo(x, -z)));
  const solid = new ExtrudeGeometry(shape, {
    depth: thick + 2 * grown - 2 * bevel,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: grown - bevel,
    bevelSegments: bevel > 0.5 ? 3 : 1,
    curveSegments: 1,
  });
  solid.translate(0, 0, -(thick + 2 * grown) / 2 + bevel);
  solid.rotateX(-Math.PI / 2);
  return solid;
}

export function body(shape: PieceOutline, pieces: PiecesShown): BufferGeometry {
  return toCreasedNormals(pulled(shape.outline, pieces.thickness, BEVEL, 0), CREASE);
}

/** A little larger, and seen from inside: the ink around a piece. */
export function inkAround(outline: Outline, thick: number, wide: number): BufferGeometry {
  return pulled(outline, thick, 0.2, wide);
}

export function platform(pieces: PiecesShown): BufferGeometry {
  const { outline, height } = pieces.platform;
  const solid = toCreasedNormals(pulled(outline, height, 2, 0), CREASE);
  solid.translate(0, -height / 2, 0);
  return solid;
}

export function tableTop(radius: number, thick: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, thick, 96);
}

/** Where letters go: on both flat sides, on every straight side, and here and there along a curve. */
export function letters(shape: PieceOutline, pieces: PiecesShown): BufferGeometry {
  const half = pieces.thickness / 2;
  const positions: number[] = [];
  const uvs: number[] = [];
  const put = (at: Vec, along: Vec, up: Vec, size: number) => {
    const corner = (a: number, u: number): Vec => [
      at[0] + size * (a * along[0] + u * up[0]),
      at[1] + size * (a * along[1] + u * up[1]),
      at[2] + size * (a * along[2] + u * up[2]),
    ];
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    positions.push(...a, ...b, ...c, ...a, ...c, ...d);
    uvs.push(0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1);
  };
  const { x, z, room } = roomiest(shape.outline);
  const size = Math.min(room * 0.82, 7.5);
  put([x, half + ABOVE, z], [1, 0, 0], [0, 0, -1], size);
  put([x, -half - ABOVE, z], [1, 0, 0], [0, 0, 1], size);
  const small = Math.min(half * 0.68, 5);
  let since = 12; // mm along a curve since the last letter
  shape.outline.slice(0, -1).forEach(([ax, az], index) => {
    const [bx, bz] = shape.outline[index + 1] ?? [ax, az];
    const long = Math.hypot(bx - ax, bz - az);
    since += long;
    if (long < 2.4 * small && (long > 8 || since < 25)) return;
    since = 0;
    const along: Vec = [(bx - ax) / long, 0, (bz - az) / long];
    const out: Vec = [along[2], 0, -along[0]]; // outlines go round counter-clockwise in x and z
    const at: Vec = [(ax + bx) / 2 + out[0] * ABOVE, 0, (az + bz) / 2 + out[2] * ABOVE];
    put(at, [-along[0], 0, -along[2]], [0, 1, 0], Math.min(small, long > 8 ? long * 0.42 : small));
  });
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  made.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  made.computeVertexNormals();
  return made;
}

type Vec = [number, number, number];

function drawn(size: number, draw: (pen: CanvasRenderingContext2D) => void): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) draw(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** The pattern of a colour, as it is on cards: white at 38 % over it. A tile is 20 mm. */
function paintOf(colour: AnyColour): Texture {
  const texture = drawn(256, (pen) => {
    const mm = 256 / TILE;
    pen.fillStyle = colour === "white" ? "#f6f1e6" : HEX[colour];
    pen.fillRect(0, 0, 256, 256);
    grain(pen);
    pen.strokeStyle = pen.fillStyle = "rgb(255 255 255 / 0.38)";
    const line = (x1: number, y1: number, x2: number, y2: number) => {
      pen.beginPath();
      pen.moveTo(x1 * mm, y1 * mm);
      pen.lineTo(x2 * mm, y2 * mm);
      pen.stroke();
    };
    pen.lineWidth = 1.1 * mm;
    if (colour === "red")
      for (let at = -TILE; at < 2 * TILE; at += TILE / 4) line(at, TILE + 1, at + TILE + 2, -1);
    if (colour === "blue") for (let at = 2; at < TILE; at += 4) line(at, -1, at, TILE + 1);
    if (colour === "green") {
      pen.lineWidth = 0.8 * mm;
      for (let at = 2.5; at < TILE; at += 5) {
        line(at, -1, at, TILE + 1);
        line(-1, at, TILE + 1, at);
      }
    }
    if (colour === "yellow") {
      pen.fillStyle = "rgb(255 255 255 / 0.5)";
      for (let row = 0; row < 4; row++)
        for (let column = 0; column < 4; column++) {
          pen.beginPath();
          pen.arc((column * 5 + (row % 2 ? 1.25 : 3.75)) * mm, (row * 5 + 2.5) * mm, 0.95 * mm, 0, 7);
          pen.fill();
        }
    }
  });
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(1 / TILE, 1 / TILE);
  return texture;
}

/** The wood shows through the paint a little. The streaks are the same everywhere: no chance in a picture. */
function grain(pen: CanvasRenderingContext2D, strength = 0.05): void {
  const { width, height } = pen.canvas;
  pen.save();
  for (let at = 0; at < 40; at++) {
    const y = ((at * 97) % 256) * (height / 256);
    pen.globalAlpha = strength * (0.4 + ((at * 37) % 10) / 14);
    pen.fillStyle = at % 3 ? INK : "#fff";
    pen.fillRect(0, y, width, 1 + ((at * 13) % 3));
  }
  pen.restore();
}

function letterOf(colour: AnyColour): Texture {
  return drawn(128, (pen) => {
    pen.fillStyle = "#ffffff";
    pen.beginPath();
    pen.arc(64, 64, 60, 0, 7);
    pen.fill();
    pen.lineWidth = 6;
    pen.strokeStyle = INK;
    pen.stroke();
    pen.fillStyle = INK;
    pen.font = "600 84px Fredoka, 'Trebuchet MS', sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(LETTER[colour], 64, 70);
  });
}

/** Everything that is shared by all pieces of a colour. */
export class Paints {
  private bodies = new Map<string, MeshStandardMaterial>();
  private letters = new Map<string, MeshBasicMaterial>();
  private textures: Texture[] = [];

  body(colour: string): MeshStandardMaterial {
    return this.known(this.bodies, colour, () => {
      const map = this.keep(paintOf(colour as AnyColour));
      return new MeshStandardMaterial({ map, roughness: 0.62, metalness: 0 });
    });
  }

  letter(colour: string): MeshBasicMaterial {
    return this.known(this.letters, colour, () => {
      const map = this.keep(letterOf(colour as AnyColour));
      return new MeshBasicMaterial({ map, transparent: true, depthWrite: false, color: "#f2efe8" });
    });
  }

  /** Of the table top: oak planks. */
  table(): MeshStandardMaterial {
    const map = drawn(512, (pen) => {
      pen.fillStyle = "#d3a86c";
      pen.fillRect(0, 0, 512, 512);
      for (let plank = 0; plank < 8; plank++) {
        pen.fillStyle = ["#d3a86c", "#cda063", "#d8b078", "#c99b5f"][(plank * 7) % 4] ?? "#d3a86c";
        pen.fillRect(0, plank * 64, 512, 64);
        pen.fillStyle = "rgb(60 36 10 / 0.35)";
        pen.fillRect(0, plank * 64, 512, 2);
      }
      grain(pen, 0.07);
      grain(pen, 0.05);
    });
    return new MeshStandardMaterial({ map: this.keep(map), roughness: 0.85, metalness: 0 });
  }

  dispose(): void {
    for (const one of [...this.bodies.values(), ...this.letters.values(), ...this.textures]) one.dispose();
  }

  private keep(texture: Texture): Texture {
    this.textures.push(texture);
    return texture;
  }

  private known<Kind>(all: Map<string, Kind>, key: string, make: () => Kind): Kind {
    const found = all.get(key) ?? make();
    all.set(key, found);
    return found;
  }
}
