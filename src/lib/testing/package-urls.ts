/**
 * Package URLs as files have them, and their canonical form: the rules of the purl specification, one or more of each
 * type that it defines.
 */
export const packageUrls: readonly (readonly [sent: string, canonical: string])[] = [
  // The scheme, the type and keys ignore capitals; slashes around parts say nothing.
  ['PKG:npm/left-pad@1.3.0', 'pkg:npm/left-pad@1.3.0'],
  ['pkg://npm/left-pad@1.3.0', 'pkg:npm/left-pad@1.3.0'],
  ['pkg:/npm//left-pad@1.3.0', 'pkg:npm/left-pad@1.3.0'],
  ['pkg:GoLang/golang.org/x//text@v0.3.0', 'pkg:golang/golang.org/x/text@v0.3.0'],
  [
    'pkg:golang/golang.org/x/text@v0.3.0#/language/./../display/',
    'pkg:golang/golang.org/x/text@v0.3.0#language/display',
  ],
  ['pkg:maven/org.acme/app@1?Classifier=sources', 'pkg:maven/org.acme/app@1?classifier=sources'],
  // Only letters, digits and `.-_~:` stand for themselves.
  ['pkg:npm/@acme/core@2.0.0', 'pkg:npm/%40acme/core@2.0.0'],
  ['pkg:npm/@acme/core', 'pkg:npm/%40acme/core'],
  ['pkg:deb/debian/libstdc++6@12.2.0-14+b1', 'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bb1'],
  ['pkg:deb/debian/zlib1g@1%3A1.2.13.dfsg-1', 'pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1'],
  ['pkg:deb/debian/bash@5.2~rc1', 'pkg:deb/debian/bash@5.2~rc1'],
  ['pkg:golang/github.com/acme/app@(devel)', 'pkg:golang/github.com/acme/app@%28devel%29'],
  ['pkg:generic/a%20b@1%2F2', 'pkg:generic/a%20b@1%2F2'],
  ['pkg:generic/größe@1', 'pkg:generic/gr%C3%B6%C3%9Fe@1'],
  [
    'pkg:generic/app?vcs_url=git+https://git.example/app.git@c0ffee',
    'pkg:generic/app?vcs_url=git%2Bhttps:%2F%2Fgit.example%2Fapp.git%40c0ffee',
  ],
  // Qualifiers are sorted, and empty ones are none.
  [
    'pkg:apk/alpine/curl@8.5.0-r0?distro=alpine-3.19&arch=x86_64&upstream=',
    'pkg:apk/alpine/curl@8.5.0-r0?arch=x86_64&distro=alpine-3.19',
  ],
  [
    'pkg:generic/openssl@3.0?checksum=sha1:ab%2Csha256:cd',
    'pkg:generic/openssl@3.0?checksum=sha1:ab%2Csha256:cd',
  ],
  // What types write in lower case, and what not.
  ['pkg:alpm/Arch/Pacman@6.0.1-1', 'pkg:alpm/arch/pacman@6.0.1-1'],
  ['pkg:apk/Alpine/BusyBox@1.36', 'pkg:apk/alpine/busybox@1.36'],
  ['pkg:bazel/Rules_Go@0.48.0#go', 'pkg:bazel/Rules_Go@0.48.0#go'],
  ['pkg:bitbucket/Acme/App@C0FFEE', 'pkg:bitbucket/acme/app@C0FFEE'],
  ['pkg:bitnami/WordPress@6.2.0?arch=arm64', 'pkg:bitnami/wordpress@6.2.0?arch=arm64'],
  ['pkg:brew/Homebrew/Core/Postgresql%4012@12.17', 'pkg:brew/homebrew/core/postgresql%4012@12.17'],
  ['pkg:cargo/Inflector@0.11.4', 'pkg:cargo/Inflector@0.11.4'],
  [
    'pkg:chrome-extension/ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP@1.2',
    'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1.2',
  ],
  ['pkg:cocoapods/GoogleUtilities@7.5.2#NSData+zlib', 'pkg:cocoapods/GoogleUtilities@7.5.2#NSData%2Bzlib'],
  ['pkg:composer/Symfony/Console@6.4', 'pkg:composer/symfony/console@6.4'],
  ['pkg:composer/ext-json@8.2', 'pkg:composer/ext-json@8.2'],
  ['pkg:conan/acme/core@2.3?channel=stable&user=acme', 'pkg:conan/acme/core@2.3?channel=stable&user=acme'],
  ['pkg:conan/acme/core@2.4', 'pkg:conan/acme/core@2.4'],
  [
    'pkg:conda/numpy@1.26?build=py311_0&channel=main&subdir=linux-64',
    'pkg:conda/numpy@1.26?build=py311_0&channel=main&subdir=linux-64',
  ],
  ['pkg:cpan/ACME/Some-Dist@1.5', 'pkg:cpan/ACME/Some-Dist@1.5'],
  ['pkg:cran/rJava@1.0-4', 'pkg:cran/rJava@1.0-4'],
  ['pkg:cran/rJava', 'pkg:cran/rJava'],
  [
    'pkg:deb/Debian/Curl@7.88?arch=i386&distro=debian-12',
    'pkg:deb/debian/curl@7.88?arch=i386&distro=debian-12',
  ],
  [
    'pkg:docker/Acme/App@sha256:ab12?repository_url=ghcr.io',
    'pkg:docker/Acme/App@sha256:ab12?repository_url=ghcr.io',
  ],
  ['pkg:gem/Nokogiri@1.15.4?platform=java', 'pkg:gem/Nokogiri@1.15.4?platform=java'],
  ['pkg:git/codeberg.org/acme/app@c0ffee#docs', 'pkg:git/codeberg.org/acme/app@c0ffee#docs'],
  ['pkg:github/Acme/App@V1#src', 'pkg:github/acme/app@V1#src'],
  ['pkg:golang/github.com/Acme/App@v1.2', 'pkg:golang/github.com/Acme/App@v1.2'],
  ['pkg:golang/stdlib@1.21.4', 'pkg:golang/stdlib@1.21.4'],
  ['pkg:hackage/AC-HalfInteger@1.2.1', 'pkg:hackage/AC-HalfInteger@1.2.1'],
  ['pkg:hex/Acme/Foo@2.3.', 'pkg:hex/acme/foo@2.3.'],
  [
    'pkg:hex/bar@1.2.3?repository_url=https://hex.example',
    'pkg:hex/bar@1.2.3?repository_url=https:%2F%2Fhex.example',
  ],
  ['pkg:huggingface/Acme/Model-7B@ABCDEF', 'pkg:huggingface/Acme/Model-7B@abcdef'],
  ['pkg:julia/Dates@1.9.0?uuid=0f0f', 'pkg:julia/Dates@1.9.0?uuid=0f0f'],
  ['pkg:luarocks/Acme/LuaSocket@3.1.0-1', 'pkg:luarocks/acme/luasocket@3.1.0-1'],
  ['pkg:maven/org.Acme/App@1.0-RC1?type=jar', 'pkg:maven/org.Acme/App@1.0-RC1?type=jar'],
  [
    'pkg:mlflow/Model@3?repository_url=https://adb.azuredatabricks.net',
    'pkg:mlflow/model@3?repository_url=https:%2F%2Fadb.azuredatabricks.net',
  ],
  [
    'pkg:mlflow/Model@3?repository_url=https://ml.example',
    'pkg:mlflow/Model@3?repository_url=https:%2F%2Fml.example',
  ],
  ['pkg:npm/JSONStream@1.3.5', 'pkg:npm/JSONStream@1.3.5'],
  ['pkg:nuget/Newtonsoft.Json@13.0.1', 'pkg:nuget/Newtonsoft.Json@13.0.1'],
  [
    'pkg:oci/Shop@sha256%3Aab12?tag=Latest&repository_url=ghcr.io/acme/shop',
    'pkg:oci/shop@sha256:ab12?repository_url=ghcr.io%2Facme%2Fshop&tag=Latest',
  ],
  ['pkg:opam/Conex@1.0.0', 'pkg:opam/Conex@1.0.0'],
  ['pkg:otp/ASN1@5.4.1?arch=amd64&platform=linux', 'pkg:otp/asn1@5.4.1?arch=amd64&platform=linux'],
  ['pkg:pub/Http-Parser@1.0', 'pkg:pub/http_parser@1.0'],
  ['pkg:pypi/Flask_Thing@1.0RC1', 'pkg:pypi/flask-thing@1.0rc1'],
  ['pkg:qpkg/BlackBerry/com.qnx.sdp@7.0.0.SGA', 'pkg:qpkg/blackberry/com.qnx.sdp@7.0.0.SGA'],
  [
    'pkg:rpm/Fedora/NetworkManager@1.40-1.fc38?arch=i686&epoch=1',
    'pkg:rpm/fedora/NetworkManager@1.40-1.fc38?arch=i686&epoch=1',
  ],
  [
    'pkg:swid/Acme+Inc/Enterprise+Server@1?tag_id=0f0f',
    'pkg:swid/Acme%2BInc/Enterprise%2BServer@1?tag_id=0f0f',
  ],
  ['pkg:swift/github.com/Alamofire/Alamofire@5.4.3', 'pkg:swift/github.com/Alamofire/Alamofire@5.4.3'],
  [
    'pkg:vcpkg/zlib@1.3.1?port_version=6&triplet=x64-linux',
    'pkg:vcpkg/zlib@1.3.1?port_version=6&triplet=x64-linux',
  ],
  [
    'pkg:vscode-extension/RedHat/Java@1.46?platform=linux-x64',
    'pkg:vscode-extension/redhat/java@1.46?platform=linux-x64',
  ],
  ['pkg:yocto/Core/glibc@2.35?layer_version=kirkstone', 'pkg:yocto/core/glibc@2.35?layer_version=kirkstone'],
]

/** Package URLs that break a rule and can be read, what is wrong, and how they are written in exports. */
export const repairedPackageUrls: readonly (readonly [sent: string, fault: string, canonical: string])[] = [
  ['pkg:swift/Alamofire@5', 'no namespace', 'pkg:swift/Alamofire@5'],
  ['pkg:maven/log4j@1.2', 'no namespace', 'pkg:maven/log4j@1.2'],
  ['pkg:deb/curl@7.88', 'no namespace', 'pkg:deb/curl@7.88'],
  ['pkg:vscode-extension/java@1', 'no namespace', 'pkg:vscode-extension/java@1'],
  ['pkg:otp/acme/hex@2.1.1', 'a namespace', 'pkg:otp/acme/hex@2.1.1'],
  ['pkg:vcpkg/boost/asio@1.84.0', 'a namespace', 'pkg:vcpkg/boost/asio@1.84.0'],
  ['pkg:pypi/acme/flask@3', 'a namespace', 'pkg:pypi/acme/flask@3'],
  ['pkg:julia/Dates@1', 'no `uuid`', 'pkg:julia/Dates@1'],
  ['pkg:cpan/URI::PackageURL', 'an invalid name', 'pkg:cpan/URI::PackageURL'],
  ['pkg:chrome-extension/dogs', 'an invalid name', 'pkg:chrome-extension/dogs'],
  [
    'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1-beta',
    'an invalid version',
    'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1-beta',
  ],
  ['pkg:npm/app@100%', 'a percent sign that encodes nothing', 'pkg:npm/app@100%25'],
  ['pkg:npm/app@%F0%9F%zz', 'a percent sign that encodes nothing', 'pkg:npm/app@%25F0%259F%25zz'],
  ['pkg:npm/app@1?in%20use=yes&arch=x64', 'a qualifier with an invalid key', 'pkg:npm/app@1?arch=x64'],
  ['pkg:npm/app@1?arch=x64&ARCH=arm64', 'a qualifier twice', 'pkg:npm/app@1?arch=x64'],
]

/** Texts that name no package. */
export const noPackageUrls: readonly string[] = [
  '',
  'left-pad@1.3.0',
  'pkg:left-pad@1.3.0',
  'pkg:npm',
  'pkg:npm/',
  'pkg:maven/@1.3.4',
  'pkg:cran/@0.9.1',
  'pkg:swift/github.com/Alamofire/@5.4.3',
  'pkg:3nginx/nginx@0.8.9',
  'pkg:n&g?inx/nginx@0.8.9',
  'pkg:nginx:a/nginx@0.8.9',
  'pkg%3Amaven/org.acme/app',
  'https://npm.example/left-pad',
]
