/** The tower as it stands on the table: drawn with WebGL, and only when something has changed. */

import {
  BackSide,
  BufferGeometry,
  Color,
  DirectionalLight,
  EdgesGeometry,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";

import { HEX, type AnyColour } from "../../../cards/patterns";
import type { Pose } from "../../../lib/frames";
import type { PiecesShown } from "../../../lib/protocol";
import type { Ground } from "../hand";
import { colourOf, shapeOf, type Poses } from "../solids";
import { body, inkAround, letters, Paints, platform, tableTop } from "./wood";

const VIEW = 28; // degrees, from top to bottom
const TABLE = { radius: 300, thick: 16 };
const AROUND = 1.1; // room around the tower, of its size on the picture
const EASE = 9; // how fast the camera goes where it should be, per second
const OUTLINE = 0.55; // mm of ink
const LOW = 0.12; // radians above the table at least, and so many below straight above
const FINE_PIXELS = 2; // of the picture for one of the page, at most
const SLOW_PIXELS = 0.8;
const NEAR = 0.45;
const FAR = 2.2;

export type Held = {
  piece: string;
  pose: Pose;
  /** Millimetres it would come down. */
  drop: number;
  /** Whether it would tip over there. */
  tips: boolean;
  /** Where the hand is told to go, where that is yours to say. */
  target: Pose | null;
};

export type Covered = { left: number; right: number; top: number; bottom: number };
const NOTHING: Covered = { left: 0, right: 0, top: 0, bottom: 0 };

export type View = { azimuth: number; height: number; zoom: number };

export const FRONT: View = { azimuth: 0.42, height: 0.6, zoom: 1 };

type Wood = {
  body: BufferGeometry;
  ink: BufferGeometry;
  edges: BufferGeometry;
  rim: BufferGeometry;
  reach: number;
};

export class Stage {
  readonly view: View = { ...FRONT };
  /** Nothing but the processor draws here: no soft shadows then, and fewer pixels, so that the hand can be followed. */
  readonly slow: boolean;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(VIEW, 1, 10, 4000);
  private readonly sun = new DirectionalLight("#fff6e6");
  private readonly sky = new HemisphereLight("#ffffff", "#c9a878");
  private readonly paints = new Paints();
  private readonly woods = new Map<string, Wood>();
  private readonly pieces: PiecesShown;
  private readonly shown = new Map<string, Group>();
  private readonly ink = new MeshBasicMaterial({ color: "#22201d", side: BackSide });
  private readonly glow = new MeshBasicMaterial({ color: "#f2b705", side: BackSide });
  private readonly ghost = new Mesh(new BufferGeometry(), new MeshBasicMaterial());
  private readonly ghostEdges = new LineSegments(new BufferGeometry(), new LineBasicMaterial());
  private readonly ghostRim = new LineSegments(new BufferGeometry(), new LineBasicMaterial());
  private readonly wish = new LineSegments(new BufferGeometry(), new LineBasicMaterial());
  private readonly plumb = new LineSegments(
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, -1, 0)]),
    new LineBasicMaterial(),
  );
  private readonly focus = new Vector3(0, 20, 0);
  private away = 400;
  private wanted = { middle: new Vector3(0, 20, 0), away: 400 };
  private fresh = true;
  /** Millimetres above the tower that stay in sight, so that the picture keeps still when a hand comes and goes. */
  headroom = 0;
  /** What is free for the tower, of the height of the picture. */
  private room = { wide: 1, tall: 1 };

  constructor(canvas: HTMLCanvasElement, pieces: PiecesShown) {
    this.pieces = pieces;
    const { context, slow } = open(canvas);
    this.slow = slow;
    this.renderer = new WebGLRenderer({ canvas, context, alpha: true });
    this.renderer.shadowMap.enabled = !slow;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.sun.castShadow = !slow;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.6;
    this.sun.shadow.radius = 3.5;
    this.scene.add(this.sun, this.sun.target, this.sky);

    const top = new Mesh(tableTop(TABLE.radius, TABLE.thick), this.paints.table());
    top.position.y = -pieces.platform.height - TABLE.thick / 2;
    top.receiveShadow = true;
    const rim = new Mesh(tableTop(TABLE.radius + 2, TABLE.thick + 3), this.ink);
    rim.position.copy(top.position);
    const base = new Mesh(
      platform(pieces),
      new MeshStandardMaterial({ color: "#2b2824", roughness: 0.5, metalness: 0 }),
    );
    base.castShadow = base.receiveShadow = true;
    this.scene.add(top, rim, base);

    const faint = { transparent: true, depthWrite: false };
    this.ghost.material.setValues({ ...faint, opacity: 0.4 });
    // White within ink: it is seen on the black platform, and on whatever else is below.
    this.ghostEdges.material.setValues({ ...faint, opacity: 0.95, color: "#ffffff" });
    this.ghostRim.material.setValues({ ...faint, opacity: 0.85, color: "#22201d" });
    this.wish.material.setValues({ ...faint, opacity: 0.75, depthTest: false });
    this.ghost.renderOrder = 2;
    this.plumb.material.setValues({ ...faint, opacity: 0.7 });
    for (const line of [this.ghostEdges, this.ghostRim, this.wish, this.plumb]) line.renderOrder = 3;
    this.scene.add(this.ghost, this.ghostEdges, this.ghostRim, this.wish, this.plumb);
    this.look(false);
  }

  /** In the dark, the lamp is turned down and lines are light. */
  look(dark: boolean): void {
    this.sun.intensity = dark ? 2 : 2.6;
    this.sky.intensity = dark ? 1.5 : 2.3;
    this.wish.material.color = new Color(dark ? "#f4eedf" : "#22201d");
    this.plumb.material.color = this.wish.material.color;
  }

  /** `covered`: pixels at the sides that something else lies on; the tower stands in the middle of the rest. */
  resize(width: number, height: number, covered: Covered = NOTHING): void {
    const { left, right, top, bottom } = covered;
    const [free, tall] = [Math.max(80, width - left - right), Math.max(80, height - top - bottom)];
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.slow ? SLOW_PIXELS : FINE_PIXELS));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    this.room = { wide: free / height, tall: tall / height };
  }

  /** What lies and moves where. `falling`: what falls is followed, as far as it goes. */
  show(poses: Poses, held: Held | null, falling = false): void {
    for (const [piece, group] of this.shown) if (!poses.has(piece)) group.visible = false;
    for (const [piece, pose] of poses) {
      const group = this.shown.get(piece) ?? this.make(piece);
      group.visible = true;
      put(group, pose);
      (group.children[1] as Mesh).material = held?.piece === piece ? this.glow : this.ink;
    }
    for (const one of [...this.copy, this.wish, this.plumb]) one.visible = false;
    if (held) this.hint(held);
    this.frame(poses, held?.piece, falling);
  }

  /** Of the piece in the hand: where it comes down. */
  private get copy(): (Mesh | LineSegments)[] {
    return [this.ghost, this.ghostEdges, this.ghostRim];
  }

  private hint({ piece, pose, drop, tips, target }: Held): void {
    const { body, edges, rim } = this.wood(shapeOf(piece));
    if (drop > 1) {
      this.ghost.geometry = body;
      this.ghostEdges.geometry = edges;
      this.ghostRim.geometry = rim;
      (this.ghost.material as MeshBasicMaterial).color.set(HEX[colourOf(piece) as AnyColour]);
      this.ghostEdges.material.color.set(tips ? "#ff5a4d" : "#ffffff");
      for (const one of this.copy) {
        one.visible = true;
        put(one, pose);
        one.position.y -= drop - 0.15;
      }
      this.plumb.visible = true;
      this.plumb.position.set(pose[0], pose[1], pose[2]);
      this.plumb.scale.y = drop;
    }
    if (target && apart(pose, target) > 1.5) {
      this.wish.geometry = edges;
      this.wish.visible = true;
      put(this.wish, target);
    }
  }

  /** How far the camera must be for everything to be on the picture, and how high it looks. */
  private frame(poses: Poses, held: string | undefined, falling: boolean): void {
    const { side, height } = this.pieces.platform;
    let top = 60 + this.headroom / 2;
    const points: Vector3[] = this.pieces.platform.outline.map(([x, z]) => new Vector3(x, -height, z));
    for (const [piece, pose] of poses) {
      const reach = this.reach(piece);
      // What has fallen far off shall not make the tower small.
      const far = Math.hypot(pose[0], pose[2]) > side || pose[1] < -height;
      if (far && !(falling && Math.hypot(pose[0], pose[2]) < 2 * side)) continue;
      top = Math.max(top, pose[1] + reach * 0.7 + (piece === held ? 0 : this.headroom));
      const wide = reach * 0.8;
      for (const [dx, dz] of CORNERS)
        points.push(new Vector3(pose[0] + dx * wide, pose[1], pose[2] + dz * wide));
    }
    points.push(new Vector3(0, top, 0));
    const back = this.direction();
    const right = new Vector3(Math.cos(this.view.azimuth), 0, -Math.sin(this.view.azimuth));
    const up = new Vector3().crossVectors(back, right);
    const middle = new Vector3()
      .addScaledVector(right, middleOf(points.map((point) => point.dot(right))))
      .addScaledVector(up, middleOf(points.map((point) => point.dot(up))));
    const half = Math.tan((VIEW * Math.PI) / 360) / AROUND;
    const [wide, tall] = [half * this.room.wide, half * this.room.tall];
    let away = 150;
    for (const point of points) {
      point.sub(middle);
      const towards = point.dot(back);
      away = Math.max(
        away,
        towards + Math.abs(point.dot(right)) / wide,
        towards + Math.abs(point.dot(up)) / tall,
      );
    }
    this.wanted = { middle, away };
    this.sun.position.set(-130, top + 240, 170);
    this.sun.target.position.set(0, top / 2, 0);
    const box = this.sun.shadow.camera;
    const reach = Math.max(130, top * 0.75);
    [box.left, box.right, box.top, box.bottom, box.near, box.far] = [
      -reach,
      reach,
      reach,
      -reach,
      20,
      900 + top,
    ];
    box.updateProjectionMatrix();
  }

  private direction(): Vector3 {
    const { azimuth, height } = this.view;
    return new Vector3(
      Math.sin(azimuth) * Math.cos(height),
      Math.sin(height),
      Math.cos(azimuth) * Math.cos(height),
    );
  }

  /** Draws; true while the camera is still on its way. */
  draw(seconds: number, still: boolean): boolean {
    const share = still || this.fresh ? 1 : 1 - Math.exp(-EASE * seconds);
    this.fresh = false;
    const away = this.wanted.away * this.view.zoom;
    this.focus.lerp(this.wanted.middle, share);
    this.away += (away - this.away) * share;
    this.camera.position.copy(this.focus).addScaledVector(this.direction(), this.away);
    this.camera.lookAt(this.focus);
    this.camera.updateMatrixWorld();
    this.renderer.render(this.scene, this.camera);
    return this.focus.distanceTo(this.wanted.middle) > 0.3 || Math.abs(away - this.away) > 0.6;
  }

  orbit(turn: number, rise: number): void {
    this.view.azimuth += turn;
    this.view.height = Math.max(LOW, Math.min(Math.PI / 2 - LOW, this.view.height + rise));
  }

  zoom(by: number): void {
    this.view.zoom = Math.max(NEAR, Math.min(FAR, this.view.zoom * by));
  }

  /** The viewer's directions on the table, and how many millimetres a pixel is at the tower. */
  get ground(): Ground & { mm: number; rise: number } {
    const { azimuth, height } = this.view;
    const pixels = this.renderer.domElement.clientHeight || 1;
    return {
      right: [Math.cos(azimuth), -Math.sin(azimuth)],
      away: [-Math.sin(azimuth), -Math.cos(azimuth)],
      mm: (2 * this.away * Math.tan((VIEW * Math.PI) / 360)) / pixels,
      rise: Math.sin(height),
    };
  }

  /** Where a pixel of the page lies at a height above the platform, as x and z; as far off as the hand can go, at most. */
  onLevel(x: number, y: number, height: number): [number, number] {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const ray = new Vector3((x / (clientWidth || 1)) * 2 - 1, 1 - (y / (clientHeight || 1)) * 2, 0.5)
      .unproject(this.camera)
      .sub(this.camera.position)
      .normalize();
    const down = Math.min(ray.y, -0.15); // seen from the side, a level is a line
    const far = Math.max(30, this.camera.position.y - height) / -down;
    return [this.camera.position.x + ray.x * far, this.camera.position.z + ray.z * far];
  }

  /** Where a point is on the canvas, in pixels of the page; and how large a millimetre is there. */
  where(place: readonly [number, number, number]): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const at = new Vector3(...place).project(this.camera);
    return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight };
  }

  /** Millimetres from the middle of a piece to its farthest corner. */
  reach(piece: string): number {
    return this.wood(shapeOf(piece)).reach;
  }

  private make(piece: string): Group {
    const shape = this.pieces.shapes[shapeOf(piece)];
    const wood = this.wood(shapeOf(piece));
    const group = new Group();
    const colour = colourOf(piece);
    const solid = new Mesh(wood.body, this.paints.body(colour));
    solid.castShadow = solid.receiveShadow = true;
    group.add(solid, new Mesh(wood.ink, this.ink));
    if (shape) {
      const signs = new Mesh(letters(shape, this.pieces), this.paints.letter(colour));
      signs.renderOrder = 1;
      group.add(signs);
    }
    this.scene.add(group);
    this.shown.set(piece, group);
    return group;
  }

  private wood(name: string): Wood {
    const known = this.woods.get(name);
    if (known) return known;
    const shape = this.pieces.shapes[name];
    if (!shape) throw new Error(`there is no shape ${name}`);
    const solid = body(shape, this.pieces);
    const wood = {
      body: solid,
      ink: inkAround(shape.outline, this.pieces.thickness, OUTLINE),
      edges: new EdgesGeometry(inkAround(shape.outline, this.pieces.thickness, 0.1), 25),
      rim: new EdgesGeometry(inkAround(shape.outline, this.pieces.thickness, 0.7), 25),
      reach: Math.max(...shape.outline.map(([x, z]) => Math.hypot(x, z)), this.pieces.thickness / 2),
    };
    this.woods.set(name, wood);
    return wood;
  }

  dispose(): void {
    this.scene.traverse((one) => {
      if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose();
    });
    this.paints.dispose();
    this.renderer.dispose();
  }
}

const FINE = { alpha: true, antialias: true, powerPreference: "low-power" } as const;

function open(canvas: HTMLCanvasElement): { context: WebGL2RenderingContext; slow: boolean } {
  const slow = drawnByProcessor();
  const context = canvas.getContext("webgl2", { ...FINE, antialias: !slow });
  if (!context) throw new Error("this browser draws nothing in the round");
  return { context, slow };
}

/** Whether there is no graphics card, or none that the browser trusts. */
function drawnByProcessor(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const known = context?.getExtension("WEBGL_debug_renderer_info");
  const name = known ? String(context?.getParameter(known.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

function middleOf(values: number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

function put(one: Group | Mesh | LineSegments, pose: Pose): void {
  one.position.set(pose[0], pose[1], pose[2]);
  one.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
}

/** Millimetres between two poses; a turn counts on an arm of 20 mm. */
function apart(one: Pose, other: Pose): number {
  const same = Math.abs(one[3] * other[3] + one[4] * other[4] + one[5] * other[5] + one[6] * other[6]);
  return (
    Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) + 40 * Math.acos(Math.min(1, same))
  );
}
