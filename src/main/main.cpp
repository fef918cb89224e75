// Wiring: reads the command line and starts what it asks for.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>

#include "app/headless.h"
#include "app/kinds/world_kinds.h"
#include "app/open_world.h"
#include "core/printable.h"
#include "core/result.h"
#include "io/assets.h"
#include "io/schema.h"
#include "main/options.h"

#if QUICKSAND_WINDOW
#include "capture/capture.h"
#include "capture/gl_picture_source.h"
#include "ui/window_game.h"
#endif

namespace quicksand {
namespace {

int exit_code_of(const Status& status) {
  if (status) return 0;
  for (const Diagnostic& diagnostic : status.failure().diagnostics)
    std::fprintf(stderr, "quicksand: %s\n", diagnostic.text().c_str());
  return 2;
}

int list_scenes() {
  if (const Result<std::filesystem::path> data = find_data_folder(); !data) return exit_code_of(data.failure());
  for (const std::string& name : scene_names()) {
    const Result<Scene> scene = load_builtin_scene(name, world_kinds());
    std::printf("%-14s %s\n", name.c_str(), scene ? scene->title.c_str() : scene.failure().text().c_str());
  }
  return 0;
}

int list_materials() {
  if (const Result<std::filesystem::path> data = find_data_folder(); !data) return exit_code_of(data.failure());
  for (const std::string& name : material_set_names()) {
    const Result<MaterialSet> set = load_materials(name);
    if (!set) return exit_code_of(set.failure());
    std::printf("%s\n", name.c_str());
    for (int id = 0; id < set->table->size(); ++id)
      std::printf("  %-12s %-8s  %s\n", set->table->names()[id].c_str(), set->looks[id].category.c_str(),
                  set->looks[id].description.c_str());
  }
  return 0;
}

// The findings are the output here, so they go to stdout, in the form that editors understand.
int check_one(const std::string& path, const std::vector<std::string>& mods) {
  const Result<Checked> checked = check_file(path, mods);
  if (!checked) {
    std::printf("%s\n", checked.failure().text().c_str());
    return 2;
  }
  for (const Diagnostic& warning : checked->warnings) std::printf("%s\n", warning.text().c_str());
  for (const std::string& line : checked->history) std::printf("%s\n", printable(line).c_str());
  std::printf("%s: no mistakes found\n", printable(path).c_str());
  return 0;
}

int check(const std::vector<std::string>& paths, const std::vector<std::string>& mods) {
  int code = 0;
  for (const std::string& path : paths) code = std::max(code, check_one(path, mods));
  return code;
}

int list_kernels() {
  for (const std::string_view name : kernel_names_of(world_kinds()))
    std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
  return 0;
}

int print_schema(const std::string& name) {
  for (const FileSchema& schema : file_schemas())
    if (schema.name == name) std::fputs(schema.text(world_kinds()).c_str(), stdout);
  return 0;
}

int quality(const QualityRequest& request) {
  const Result<int> failures = run_quality(request);
  return !failures ? exit_code_of(failures.failure()) : *failures == 0 ? 0 : kConditionFailed;
}

int open_window(const Options& options) {
#if QUICKSAND_WINDOW
  return exit_code_of(run_window_game(
      {options.world, options.threads, options.renderer, options.window_report, options.ui_scale, options.script}));
#else
  (void)options;
  return exit_code_of(fail("this program was built without a window; use --headless"));
#endif
}

Result<PictureSource> gl_picture_source(const Options& options) {
#if QUICKSAND_WINDOW
  return make_gl_picture_source(options.effects, detail_for(options.headless.scale));
#else
  (void)options;
  return fail("this program was built without OpenGL; --renderer cpu --display plain does without");
#endif
}

int run_headless_world(const HeadlessRequest& request) {
  const Result<int> code = run_headless(request);
  return code ? *code : exit_code_of(code.failure());
}

// What was to be told on stdout may not have got there: a full disk must not look like success. Whoever has closed it
// has seen enough.
int told(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return errno == EPIPE ? code : exit_code_of(fail(std::string("stdout cannot be written: ") + std::strerror(errno)));
}

// The fancy display needs OpenGL; everything else the processor draws as well, and everywhere.
int run_without_window(const Options& options) {
  HeadlessRequest request = options.headless;
  const bool is_chosen = options.display.has_value();
  request.view.mode = options.display.value_or(DisplayMode::kFancy);
  const bool is_fancy = request.view.mode == DisplayMode::kFancy;
  if (options.renderer == "cpu") {
    if (is_chosen && is_fancy) return exit_code_of(fail("--display fancy needs OpenGL: leave out --renderer cpu"));
    if (is_fancy) request.view.mode = DisplayMode::kPlain;
    return run_headless_world(request);
  }
  if (!request.screenshot && !request.record) return run_headless_world(request);
  if (is_fancy || options.renderer == "gl") {
    Result<PictureSource> pictures = gl_picture_source(options);
    if (pictures) {
      request.pictures = std::move(*pictures);
    } else if (is_chosen || options.renderer == "gl") {
      return exit_code_of(pictures.failure());
    } else {
      std::fprintf(stderr, "quicksand: the picture is plain, as the fancy view cannot be drawn: %s\n",
                   pictures.failure().text().c_str());
      request.view.mode = DisplayMode::kPlain;
    }
  }
  return run_headless_world(request);
}

int run(const Options& options) {
  switch (options.command) {
    case Options::Command::kExit:
      return told(options.exit_code);
    case Options::Command::kListScenes:
      return told(list_scenes());
    case Options::Command::kListMaterials:
      return told(list_materials());
    case Options::Command::kListKernels:
      return told(list_kernels());
    case Options::Command::kBenchmark:
      return told(exit_code_of(run_benchmark(options.benchmark)));
    case Options::Command::kQuality:
      return told(quality(options.quality));
    case Options::Command::kSchema:
      return told(print_schema(options.schema));
    case Options::Command::kCheck:
      return told(check(options.check_paths, options.world.mods));
    case Options::Command::kHeadless:
      return run_without_window(options);
    case Options::Command::kWindow:
      return open_window(options);
  }
  return 0;
}

}  // namespace
}  // namespace quicksand

int main(int argc, char** argv) {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // what is too large for the user's limit fails, and is told
#endif
  try {
    return quicksand::run(quicksand::parse_options(argc, argv));
  } catch (const std::bad_alloc&) {
    std::fputs("quicksand: there is not enough memory for what is opened here; a world is smaller with --size\n",
               stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "quicksand: %s\n", error.what());
    return 2;
  }
}
